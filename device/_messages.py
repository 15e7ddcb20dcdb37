"""Every sentence the device says to the user when something is wrong, in three languages."""

from __future__ import annotations

from typing import Final

#: code: one sentence for each of ``device._i18n.LANGUAGES``; ``device._errors`` fills the gaps.
MESSAGES: Final[dict[str, tuple[str, str, str]]] = {
    "calibration_unsaved": (
        "I cannot keep the calibration in {path}: {reason}. "
        "Make room there or set the right to write.",
        "調整を{path}に保存できません（{reason}）。空き容量と書き込み権限を確認してください。",
        "无法把校准保存到 {path}（{reason}）。请检查空间和写入权限。",
    ),
    "settings_unsaved": (
        "I cannot keep what was chosen in {path}: {reason}. "
        "Make room there or set the right to write.",
        "設定を{path}に保存できません（{reason}）。空き容量と書き込み権限を確認してください。",
        "无法把设置保存到 {path}（{reason}）。请检查空间和写入权限。",
    ),
    "camera_given": (
        "The program was started with --camera, which holds. "
        "Start it without to choose the camera here.",
        "起動時の --camera が優先されます。ここで選ぶには、指定せずに起動してください。",
        "程序启动时指定了 --camera，以它为准。要在此选择摄像头，请不带该选项启动。",
    ),
    "voice_muted": (
        "The program was started with --mute and does not speak. Start it without.",
        "--mute で起動したため音声は出ません。付けずに起動してください。",
        "程序以 --mute 启动，不会说话。请不带该选项启动。",
    ),
    "aim_no_picture": (
        "The camera has shown no table at rest yet. Wait until nothing moves, then try again.",
        "まだ静止した卓が映っていません。動きが止まってから、もう一度試してください。",
        "摄像头尚未拍到静止的牌桌。请等画面静止后再试。",
    ),
    "aim_no_table": (
        "I see {count} tiles, which are too few to tell where the table is. "
        "Leave hands and rivers lying, or tap the table's corners.",
        "牌が{count}枚では卓の位置がわかりません。手牌と河を並べたままにするか、四隅をタップしてください。",
        "看到{count}张牌，不足以判断牌桌位置。请保留手牌和牌河，或点选四角。",
    ),
    "aim_no_corners": (
        "These are no corners of a table. Tap its four corners clockwise from the upper left one.",
        "卓の四隅になっていません。左上から時計回りに四隅をタップしてください。",
        "这不是牌桌的四角。请从左上角起顺时针点选四角。",
    ),
    "photo_empty": (
        "{name} is empty. Take or copy the photo again.",
        "{name}は空です。撮り直すか、もう一度コピーしてください。",
        "{name} 是空的。请重新拍摄或复制照片。",
    ),
    "photo_not_image": (
        "{name} is not a picture I can read. Give a JPEG, PNG, WebP or BMP file.",
        "{name}は読める画像ではありません。JPEG・PNG・WebP・BMPを指定してください。",
        "{name} 不是可读取的图片。请使用 JPEG、PNG、WebP 或 BMP。",
    ),
    "photo_heic": (
        "{name} is an HEIC or AVIF picture or a video, which I cannot read. "
        "Set the phone's camera to JPEG (most compatible) or convert the photo.",
        "{name}はHEIC・AVIF画像か動画で、読めません。"
        "カメラの設定をJPEG（互換性優先）にするか、変換してください。",
        "{name} 是 HEIC、AVIF 图片或视频，无法读取。"
        "请把手机相机设为 JPEG（兼容性最佳）或转换照片。",
    ),
    "photo_truncated": (
        "{name} is cut short or damaged. Copy or take it again.",
        "{name}は途中で切れているか壊れています。もう一度コピーするか撮り直してください。",
        "{name} 不完整或已损坏。请重新复制或拍摄。",
    ),
    "photo_too_heavy": (
        "{name} is {megabytes} MB; at most {limit} MB are read. Make it smaller.",
        "{name}は{megabytes} MBあります。{limit} MBまでです。小さくしてください。",
        "{name} 有 {megabytes} MB，最多 {limit} MB。请缩小后再试。",
    ),
    "photo_too_large": (
        "{name} has {width}x{height} pixels; at most {limit} million are read. Make it smaller.",
        "{name}は{width}×{height}画素です。{limit}00万画素までです。縮小してください。",
        "{name} 有 {width}×{height} 像素，最多 {limit}00 万像素。请缩小后再试。",
    ),
    "photo_bomb": (
        "{name} is far larger than the {limit} million pixels that are read. Make it smaller.",
        "{name}は上限の{limit}00万画素をはるかに超えています。縮小してください。",
        "{name} 远超 {limit}00 万像素的上限。请缩小后再试。",
    ),
    "photo_too_small": (
        "{name} has only {width}x{height} pixels; each side needs at least {limit}. "
        "Give the photo itself, not its thumbnail.",
        "{name}は{width}×{height}画素しかありません。各辺{limit}画素以上が必要です。"
        "サムネイルではなく元の写真を指定してください。",
        "{name} 只有 {width}×{height} 像素，每边至少 {limit}。请使用原图而不是缩略图。",
    ),
    "tiles_name": (
        "{name} cannot be the name of a tile set. Use up to 40 letters, digits, spaces or "
        "dashes, but not default.",
        "「{name}」は牌セットの名前にできません。文字・数字・空白・ハイフンを40字まで使ってく"
        "ださい（defaultは不可）。",
        "“{name}”不能用作牌具名称。请用最多 40 个字母、数字、空格或连字符（不能用 default）。",
    ),
    "tiles_unknown": (
        "There is no tile set {name}. Known are: {names}.",
        "牌セット{name}はありません。あるのは{names}です。",
        "没有名为 {name} 的牌具。已有：{names}。",
    ),
    "tiles_damaged": (
        "{name} is no tile set or is damaged. Export it again, or learn the set anew.",
        "{name}は牌セットではないか、壊れています。書き出し直すか、覚え直してください。",
        "{name} 不是牌具文件或已损坏。请重新导出或重新学习。",
    ),
    "tiles_unwritten": (
        "I cannot write {path}: {reason}. Make room there or choose another folder with --data.",
        "{path}に書き込めません（{reason}）。空きを作るか、--dataで別のフォルダーを選んでくだ"
        "さい。",
        "无法写入 {path}（{reason}）。请腾出空间，或用 --data 选择其他文件夹。",
    ),
    "tiles_no_sheet": (
        "I see {count} tiles in {name} but not the set laid out in rows. Lay it out as "
        "`jantaku tiles learn NAME` shows and take the photo from above.",
        "{name}に牌が{count}枚見えますが、列に並んだセットが見つかりません。"
        "`jantaku tiles learn NAME`の図のように並べ、上から撮ってください。",
        "在 {name} 中看到 {count} 张牌，但没有看到成行摆放的整副牌。请按 "
        "`jantaku tiles learn NAME` 的图示摆好，从上方拍摄。",
    ),
    "tiles_many_photos": (
        "At most {most} photos are learned from. Start again with the best ones.",
        "写真は{most}枚までです。良い写真でやり直してください。",
        "最多使用 {most} 张照片。请用最好的几张重新开始。",
    ),
    "tiles_unclear": (
        "The set was not learned yet. Correct what is named above and take the photo again, "
        "or accept the faces as the sheet shows them with --sure.",
        "まだ覚えていません。上の点を直して撮り直すか、画像のとおりで正しければ--sureを付けて"
        "ください。",
        "尚未学习。请改正上面指出的问题后重拍；若图中牌面无误，请加 --sure。",
    ),
    "tiles_no_face": (
        "That face is not there any more. Reload the page and try again.",
        "その牌はもうありません。ページを読み込み直してください。",
        "该牌面已不存在。请刷新页面后重试。",
    ),
    "tiles_no_faces": (
        "There are no faces to learn yet. Take a photo of the set first.",
        "覚える牌がまだありません。先に牌セットの写真を撮ってください。",
        "还没有可学习的牌面。请先拍一张整副牌的照片。",
    ),
    "tiles_no_photos": (
        "I find no photos in {path}. Put one photo of each hand there, named in their order.",
        "{path}に写真がありません。手牌ごとに1枚、順番に名前を付けて入れてください。",
        "在 {path} 中找不到照片。请每手放一张，按顺序命名。",
    ),
    "tiles_improve_default": (
        "No tile set of your own is in use. Name one to make of the faces kept: "
        "jantaku tiles improve NAME.",
        "自分の牌セットが使われていません。残した画像から作るセットに名前を付けてください："
        "jantaku tiles improve NAME。",
        "当前没有使用自己的牌具。请为要用保存的牌面制作的牌具命名：jantaku tiles improve NAME。",
    ),
    "tiles_no_picture": (
        "The camera has shown no table at rest yet. Lay the set out under it and wait a moment.",
        "静止した卓がまだカメラに映っていません。牌を並べて少し待ってください。",
        "摄像头还没有拍到静止的桌面。请把牌摆在下面，稍等片刻。",
    ),
    "tiles_few_hands": (
        "Faces of {count} hands are kept; {least} are needed. Play on and try again.",
        "牌の画像は{count}手分です。{least}手分必要です。もう少し遊んでから試してください。",
        "只保存了 {count} 手的牌面，需要 {least} 手。请再玩几局后重试。",
    ),
    "dataset_empty": (
        "There is nothing to export: the log has no hands with pictures. Score some with the "
        "camera or with photos.",
        "書き出すものがありません。ログに画像付きの手牌がありません。カメラか写真で点数を出し"
        "てください。",
        "没有可导出的内容：记录中没有带图片的手牌。请先用摄像头或照片计分。",
    ),
    "model_missing": (
        "A model file is missing ({reason}). Install Jantaku again or put the file back.",
        "モデルファイルがありません（{reason}）。再インストールするか、ファイルを戻してください。",
        "缺少模型文件（{reason}）。请重新安装或放回该文件。",
    ),
    "model_broken": (
        "A model file cannot be used ({reason}). Install Jantaku again.",
        "モデルファイルが使えません（{reason}）。再インストールしてください。",
        "模型文件无法使用（{reason}）。请重新安装。",
    ),
    "no_tiles": (
        "I see no mahjong tiles in {name}. Lay the hand face up, well lit, "
        "and take the photo from above.",
        "{name}に牌が見えません。手牌を表向きに置き、明るい所で上から撮ってください。",
        "在 {name} 中没有看到麻将牌。请把手牌正面朝上放好，光线充足，从上方拍摄。",
    ),
    "no_hand": (
        "I see {count} tiles in {name} but no hand: {tiles}. Lay the winning hand in one row "
        "with the called sets at its right.",
        "{name}に牌が{count}枚見えますが、手牌がわかりません：{tiles}。"
        "和了した手牌を一列に並べ、副露は右側に置いてください。",
        "在 {name} 中看到 {count} 张牌，但找不到手牌：{tiles}。"
        "请把和牌的手牌排成一行，副露放在右边。",
    ),
    "uncertain": (
        "I am not sure of this hand: {tiles}. It may be {options}. Take the photo again from "
        "above, or accept it as shown with --sure.",
        "この手牌は確実に読めていません：{tiles}。{options}かもしれません。"
        "上から撮り直すか、正しければ--sureを付けてください。",
        "这手牌没有读准：{tiles}。也可能是 {options}。请从上方重拍，若正确请加 --sure。",
    ),
    "seen_no_tiles": (
        "I see no tiles. Lay the hand face up where the camera sees it.",
        "牌が見えません。手牌を表向きに、カメラに映るように置いてください。",
        "没有看到牌。请把手牌正面朝上放在镜头下。",
    ),
    "seen_flowers": (
        "I leave out {count} flower tiles; riichi is played without them.",
        "花牌{count}枚は数えません（リーチ麻雀では使いません）。",
        "不计{count}张花牌（立直麻将不使用花牌）。",
    ),
    "seen_tile": (
        "Tile {number} of the {seat} hand may be {either}.",
        "{seat}の手牌の{number}枚目は{either}かもしれません。",
        "{seat}手牌的第{number}张可能是{either}。",
    ),
    "seen_called_tile": (
        "Tile {number} of called set {set} of the {seat} hand may be {either}.",
        "{seat}の手牌の副露{set}の{number}枚目は{either}かもしれません。",
        "{seat}手牌第{set}组副露的第{number}张可能是{either}。",
    ),
    "seen_split": (
        "The {seat} hand may also be: {hand}",
        "{seat}の手牌は次のようにも読めます：{hand}",
        "{seat}的手牌也可能是：{hand}",
    ),
    "seen_indicator": (
        "The indicator at ({x}, {y}) may be {either}; give the right one with --dora.",
        "座標({x}, {y})の表示牌は{either}かもしれません。--doraで指定してください。",
        "位于 ({x}, {y}) 的指示牌可能是{either}，请用 --dora 指定。",
    ),
    "seen_indicators": (
        "I see {kans} kan and these dora indicators: {tiles}; give all of them with --dora.",
        "槓が{kans}つ、ドラ表示牌は{tiles}と見えます。--doraですべて指定してください。",
        "看到{kans}个杠，宝牌指示牌为 {tiles}，请用 --dora 全部指定。",
    ),
    "seen_no_ura": (
        "I see no ura beside the dora indicators {tiles} of a hand in riichi; turn them up.",
        "リーチの手なのに、ドラ表示牌{tiles}のそばに裏ドラ表示牌が見えません。めくってください。",
        "这手牌已立直，但宝牌指示牌 {tiles} 旁看不到里宝牌指示牌，请翻开。",
    ),
    "seen_ura_alone": (
        "I see ura indicators ({tiles}) but no riichi in front of the winner; check both.",
        "裏ドラ表示牌（{tiles}）が見えますが、和了者の河にリーチ宣言牌がありません。確認してください。",
        "看到里宝牌指示牌（{tiles}），但和牌者的牌河里没有立直宣言牌，请确认。",
    ),
    "seen_crowded": (
        "I see {count} {face} on the table, more than there are; check them.",
        "卓上に{face}が{count}枚見えます。枚数が多すぎるので確認してください。",
        "牌桌上看到{count}张{face}，超过了应有的张数，请确认。",
    ),
    "seen_rivers": (
        "The discards do not add up ({rivers}); count the rivers yourself.",
        "捨て牌の数が合いません（{rivers}）。河を数えてください。",
        "弃牌数对不上（{rivers}），请自行清点牌河。",
    ),
    "seen_riichi_unknown": (
        "A discard of the {seat} seat was called; was it the riichi tile?",
        "{seat}の捨て牌が鳴かれています。リーチ宣言牌でしたか？",
        "{seat}的弃牌被鸣走，是立直宣言牌吗？",
    ),
    "seen_ippatsu_unknown": (
        "I cannot tell whether a set was called before or after the riichi; say if ippatsu.",
        "鳴きがリーチの前か後か分かりません。一発かどうかを指定してください。",
        "无法判断鸣牌在立直之前还是之后，请指明是否一发。",
    ),
    "seen_rinshan_unknown": (
        "I cannot tell whether the winning tile was drawn after a kan; say if so.",
        "和了牌が嶺上牌かどうか分かりません。嶺上開花なら指定してください。",
        "无法判断和牌张是否为岭上牌，若为岭上开花请指明。",
    ),
    "seen_chankan_unknown": (
        "A tile that was added to a pon is gone: was it won on? Say if chankan, and who dealt in.",
        "加槓した牌がなくなりました。その牌で和了しましたか？槍槓なら放銃者とともに指定してください。",
        "加杠的牌不见了：是用它和牌的吗？若为抢杠，请指明并选择放铳者。",
    ),
    "seen_last_tile_unknown": (
        "I cannot tell whether the last tile was drawn; say if haitei or houtei.",
        "最後の牌かどうか分かりません。海底・河底かどうかを指定してください。",
        "无法判断是否为最后一张牌，请指明是否海底或河底。",
    ),
    "seen_houtei_only": (
        "Won on the last discard, with no yaku but houtei, or only shown at the draw? Say which.",
        "河底のみの和了ですか、それとも流局で公開した手ですか？どちらかを指定してください。",
        "是只有河底役的和牌，还是流局时亮出的手牌？请指明。",
    ),
    "seen_houtei_or_draw": (
        "Others show their hands too: won on the last discard, or shown at the draw? Say which.",
        "ほかの手牌も公開されています。最後の捨て牌での和了ですか、流局ですか？指定してください。",
        "其他人也亮出了手牌：是最后一张弃牌荣和，还是流局？请指明。",
    ),
    "seen_read_otherwise": (
        "I see this hand otherwise now than it was entered; confirm what is shown, or undo.",
        "この手は記録と違って見えます。表示どおりなら確定し、違うなら元に戻してください。",
        "现在看到的这副手牌与记录不同：若显示正确请确认，否则请撤销。",
    ),
    "seen_furiten": (
        "The {seat} seat discarded a tile it waits for: furiten, no ron.",
        "{seat}は待ち牌を捨てています。フリテンのためロンできません。",
        "{seat}打出过自己的听牌：振听，不能荣和。",
    ),
    "seen_too_many": (
        "I see {count} tiles, more than a set has. Show me the table.",
        "牌が{count}枚見えますが、1組より多すぎます。卓を映してください。",
        "看到{count}张牌，超过一副牌的数量。请对准牌桌。",
    ),
    "read_accept": (
        "If the hand is right as shown: jantaku score-photo PHOTO --sure",
        "表示のとおりで正しければ：jantaku score-photo 写真 --sure",
        "如图所示正确时：jantaku score-photo 照片 --sure",
    ),
    "read_write": (
        "If not, write the hand down: jantaku score TILES --win TILE --meld TYPE:TILES:FROM",
        "違っていれば書いてください：jantaku score 牌 --win 牌 --meld 種類:牌:相手",
        "如有误请写下手牌：jantaku score 牌 --win 牌 --meld 类型:牌:来源",
    ),
    "read_tile_count": (
        "I see {count} tiles: {tiles}. That is {many} too many; move other tiles away from the "
        "hand and take the photo again.",
        "牌が{count}枚見えます：{tiles}。{many}枚多いです。ほかの牌を離して撮り直してください。",
        "看到{count}张牌：{tiles}。多了{many}张，请把其他牌移开后重拍。",
    ),
    "read_unreadable": (
        "I cannot read every tile of the hand: {tiles}. Turn the tile face up or uncover it and "
        "take the photo again.",
        "手牌に読めない牌があります：{tiles}。表向きにするか、隠れないようにして撮り直してく"
        "ださい。",
        "手牌中有读不出的牌：{tiles}。请翻到正面或移开遮挡后重拍。",
    ),
    "read_five_of_a_kind": (
        "I see {times} tiles of {face}, but there are four: {tiles}. Take the photo again, or "
        "write the hand down: jantaku score",
        "{face}が{times}枚見えますが、4枚しかありません：{tiles}。"
        "撮り直すか、jantaku score で手牌を書いてください。",
        "看到{times}张{face}，但一副牌只有四张：{tiles}。请重拍，或用 jantaku score 写下手牌。",
    ),
    "read_fifth_tile": (
        "I see the same tile more than four times, the indicators included. "
        "Give the indicators with --dora, or write the hand down: jantaku score",
        "表示牌を含めて同じ牌が5枚以上見えます。--doraで表示牌を指定するか、"
        "jantaku score で手牌を書いてください。",
        "连同指示牌，同一种牌超过四张。请用 --dora 指定指示牌，或用 jantaku score 写下手牌。",
    ),
    "read_too_many_reds": (
        "I see more red fives than these rules have: {tiles}. Give other rules with --rules, or "
        "write the hand down: jantaku score",
        "このルールより多い赤五が見えます：{tiles}。--rulesで別のルールを指定するか、"
        "jantaku score で手牌を書いてください。",
        "赤五超过规则的数量：{tiles}。请用 --rules 换规则，或用 jantaku score 写下手牌。",
    ),
    "read_dora_unreadable": (
        "I cannot read a dora indicator. Give all of them with --dora.",
        "読めないドラ表示牌があります。--doraですべて指定してください。",
        "有读不出的宝牌指示牌。请用 --dora 全部指定。",
    ),
    "win_tile_unknown": (
        "I see {count} tiles: {tiles}, but not which one won. Lay the winning tile apart, "
        "or say it with --win TILE.",
        "牌が{count}枚見えます：{tiles}。和了牌がわかりません。"
        "和了牌を離して置くか、--win 牌 で指定してください。",
        "看到 {count} 张牌：{tiles}，但不知道和的是哪张。请把和牌单独摆放，或用 --win 指定。",
    ),
    "win_tile_absent": (
        "The winning tile {tile} is not among the concealed tiles {tiles}. Check --win.",
        "和了牌{tile}が手の内{tiles}にありません。--winを確認してください。",
        "和牌 {tile} 不在手牌 {tiles} 中。请检查 --win。",
    ),
    "tile_unknown": (
        "{text} names no tile. Write tiles like 123m406p11z: m manzu, p pinzu, s souzu, "
        "z honours 1z to 7z, 0 the red five.",
        "{text}は牌ではありません。123m406p11zのように書いてください"
        "（m萬子、p筒子、s索子、z字牌1z〜7z、0は赤五）。",
        "{text} 不是牌。请写成 123m406p11z（m 万子、p 筒子、s 索子、z 字牌 1z–7z，0 为赤五）。",
    ),
    "meld_unknown": (
        "{text} is no called set. Write TYPE:TILES:FROM, such as pon:555z:2 or ankan:1111m; "
        "types {types}; FROM 1 right, 2 across, 3 left.",
        "{text}は副露ではありません。種類:牌:相手（例 pon:555z:2、ankan:1111m）と書いてください。"
        "種類は{types}、相手は1下家・2対面・3上家です。",
        "{text} 不是副露。请写成 类型:牌:来源，如 pon:555z:2、ankan:1111m；"
        "类型 {types}；来源 1 下家、2 对家、3 上家。",
    ),
    "suit_missing": (
        "The last digits {digits} of {text} have no suit letter behind them. Write m (manzu), "
        "p (pinzu), s (souzu) or z (honours), such as {digits}p.",
        "{text}の最後の数字{digits}の後に種類の文字がありません。"
        "m（萬子）、p（筒子）、s（索子）、z（字牌）を付けてください。例：{digits}p",
        "{text} 末尾的数字 {digits} 后面没有花色字母。"
        "请加上 m（万子）、p（筒子）、s（索子）或 z（字牌），如 {digits}p。",
    ),
    "rules_unknown": (
        "There is no rule set {name}. Known ones: {names}; or give a .toml file.",
        "ルール{name}がありません。使えるのは{names}、または.tomlファイルです。",
        "没有规则 {name}。可用：{names}，或提供 .toml 文件。",
    ),
    "not_utf8": (
        "it is no UTF-8 text; save it as UTF-8.",
        "UTF-8のテキストではありません。UTF-8で保存してください。",
        "不是 UTF-8 文本；请另存为 UTF-8。",
    ),
    "rules_wrong": (
        "The rule file {name} is wrong: {reason}",
        "ルールファイル{name}に誤りがあります：{reason}",
        "规则文件 {name} 有误：{reason}",
    ),
    "not_one_tile": (
        "{text} is not one tile. Write one like 5p, 0p (red) or 7z.",
        "{text}は一枚の牌ではありません。5p、0p（赤）、7zのように一枚書いてください。",
        "{text} 不是一张牌。请写一张，如 5p、0p（赤）或 7z。",
    ),
    "usage_missing": (
        "{what} is missing. See: {command} --help",
        "{what}がありません。{command} --help で確認してください。",
        "缺少 {what}。请查看 {command} --help。",
    ),
    "usage_one_of": (
        "One of {what} is missing. See: {command} --help",
        "{what}のどれかが必要です。{command} --help で確認してください。",
        "缺少 {what} 之一。请查看 {command} --help。",
    ),
    "usage_unknown": (
        "I do not know {what} here. See: {command} --help",
        "{what}はここでは使えません。{command} --help で確認してください。",
        "此处不认识 {what}。请查看 {command} --help。",
    ),
    "usage_no_value": (
        "{what} needs a value behind it. See: {command} --help",
        "{what}の後に値が必要です。{command} --help で確認してください。",
        "{what} 后面需要一个值。请查看 {command} --help。",
    ),
    "usage_both": (
        "{what} and {other} cannot both be given. Leave one out.",
        "{what}と{other}は同時に指定できません。どちらかを外してください。",
        "{what} 和 {other} 不能同时使用。请去掉一个。",
    ),
    "usage_choice": (
        "{what} cannot be {seen}. Choose from: {known}.",
        "{what}に{seen}は指定できません。{known}から選んでください。",
        "{what} 不能是 {seen}。可选：{known}。",
    ),
    "usage_command": (
        "There is no command {seen!r}. Choose from: {known}.",
        "コマンド{seen!r}はありません。{known}から選んでください。",
        "没有命令 {seen!r}。可选：{known}。",
    ),
    "usage_number": (
        "{what} is {seen}, which is no number from {least} to {most}. Give such a number.",
        "{what}の{seen}は{least}から{most}までの数ではありません。数を指定してください。",
        "{what} 的 {seen} 不是 {least} 到 {most} 的数字。请给出这样的数字。",
    ),
    "usage_wrong": (
        "I do not understand this command: {reason}. See: {command} --help",
        "コマンドがわかりません（{reason}）。{command} --help で確認してください。",
        "无法理解该命令（{reason}）。请查看 {command} --help。",
    ),
    "score_usage": (
        "Give the tiles, the winning one and --tsumo or --ron, such as: {example}",
        "牌、和了牌、--tsumoか--ronを指定してください。例：{example}",
        "请给出手牌、和牌以及 --tsumo 或 --ron，例如：{example}",
    ),
    "win_way_missing": (
        "How was the hand won? Add --tsumo (by the own draw: all others pay) or --ron (on a "
        "discard: the discarder pays).",
        "どう和了しましたか。--tsumo（ツモ：他の全員が払う）か"
        "--ron（ロン：放銃者が払う）を付けてください。",
        "是怎么和的？请加上 --tsumo（自摸：其他各家付点）或 --ron（荣和：放铳者付点）。",
    ),
    "jsonl_line": (
        "Line {line} is not a JSON object: {reason}.",
        "{line}行目はJSONオブジェクトではありません：{reason}。",
        "第 {line} 行不是 JSON 对象：{reason}。",
    ),
    "file_unopened": (
        "I cannot open {path}: {reason}. Check the name and that you may read it.",
        "{path}を開けません（{reason}）。名前と読み取り権限を確認してください。",
        "打不开 {path}（{reason}）。请检查文件名和读取权限。",
    ),
    "file_unwritten": (
        "I cannot write {path}: {reason}. Free some space or choose another place.",
        "{path}に書けません：{reason}。空きを作るか、別の場所を指定してください。",
        "无法写入 {path}：{reason}。请腾出空间或换个位置。",
    ),
    "data_folder": (
        "The folder {path} cannot be used: {reason}. Choose another with --data DIR.",
        "フォルダー{path}が使えません：{reason}。--data DIR で別の場所を指定してください。",
        "无法使用文件夹 {path}：{reason}。请用 --data DIR 指定其他位置。",
    ),
    "log_full": (
        "The disk is full: {path} cannot take the hand. What was logged is kept. Free some space.",
        "ディスクがいっぱいで{path}に記録できません。これまでの記録は残っています。"
        "空きを作ってください。",
        "磁盘已满，无法写入 {path}。已有记录仍保留。请腾出空间。",
    ),
    "log_read_only": (
        "The log {path} may only be read. What was logged is kept. "
        "Make the disk writable or choose another place with --data DIR.",
        "記録{path}は読み取り専用です。これまでの記録は残っています。"
        "書き込めるようにするか、--data DIR で別の場所を指定してください。",
        "记录 {path} 只读。已有记录仍保留。请使磁盘可写，或用 --data DIR 指定其他位置。",
    ),
    "log_locked": (
        "The log {path} is in use by another program. Close it; the hand is kept until then.",
        "記録{path}は他のプログラムが使用中です。終了してください。それまで手牌は保持します。",
        "记录 {path} 正被其他程序占用。请关闭它，在此之前手牌会保留。",
    ),
    "log_damaged": (
        "The log {path} is damaged or no log. It was left as it is: move it elsewhere "
        "and start again.",
        "記録{path}が壊れているか、記録ではありません。そのまま残してあります。"
        "別の場所に移してからやり直してください。",
        "记录 {path} 已损坏或不是记录文件。文件未改动：请移走后重新开始。",
    ),
    "log_unopened": (
        "The log {path} cannot be opened. Check that it is a file and that its folder may be "
        "written.",
        "記録{path}を開けません。ファイルであること、フォルダーに書き込めることを確認してくだ"
        "さい。",
        "打不开记录 {path}。请检查它是否为文件，以及文件夹是否可写。",
    ),
    "log_newer": (
        "The log {path} was written by a newer Jantaku (version {found}, this one knows {known}). "
        "Update Jantaku.",
        "記録{path}は新しい版のもの（{found}、この版は{known}まで）です。更新してください。",
        "记录 {path} 由更新的版本写入（{found}，本版本支持 {known}）。请升级。",
    ),
    "log_failed": (
        "The log {path} failed: {reason}. What was logged is kept.",
        "記録{path}でエラー：{reason}。これまでの記録は残っています。",
        "记录 {path} 出错：{reason}。已有记录仍保留。",
    ),
    "log_url": (
        "--log takes the address of a PostgreSQL database, such as "
        "postgresql+psycopg://jantaku@localhost/jantaku.",
        "--logにはPostgreSQLのアドレスを指定してください。"
        "例：postgresql+psycopg://jantaku@localhost/jantaku",
        "--log 需要 PostgreSQL 数据库地址，例如 postgresql+psycopg://jantaku@localhost/jantaku。",
    ),
    "log_driver": (
        "PostgreSQL needs psycopg ({reason}): pip install 'jantaku[postgres]'.",
        "PostgreSQLにはpsycopgが必要です（{reason}）：pip install 'jantaku[postgres]'",
        "PostgreSQL 需要 psycopg（{reason}）：pip install 'jantaku[postgres]'",
    ),
    "log_unreachable": (
        "The log's database {path} does not answer ({reason}); hands are kept until it does. "
        "Check that it runs and that the address is right.",
        "記録のデータベース{path}が応答しません（{reason}）。それまで手牌は保持します。"
        "動作とアドレスを確認してください。",
        "记录数据库 {path} 没有响应（{reason}），在此之前手牌会保留。"
        "请检查它是否运行以及地址是否正确。",
    ),
    "log_late": (
        "The log takes long to answer; the table waits for it and nothing is lost. "
        "Check its disk, or its database and the network.",
        "記録先の応答が遅れています。応答を待っています。失われるものはありません。"
        "ディスク、またはデータベースとネットワークを確認してください。",
        "记录的存储响应很慢，正在等待，不会丢失任何内容。请检查磁盘，或数据库与网络。",
    ),
    "log_refused": (
        "The log's database {path} lets Jantaku not in: {reason}. Check user, password and name.",
        "記録のデータベース{path}に接続を拒否されました（{reason}）。"
        "ユーザー・パスワード・名前を確認してください。",
        "记录数据库 {path} 拒绝访问（{reason}）。请检查用户、密码和名称。",
    ),
    "backup_failed": (
        "The backup {path} could not be written or read: {reason}. The log is as it was.",
        "バックアップ{path}を読み書きできません（{reason}）。記録はそのままです。",
        "无法读写备份 {path}（{reason}）。记录保持不变。",
    ),
    "backup_damaged": (
        "{path} is no backup of a log, or a damaged one. The log is as it was.",
        "{path}は記録のバックアップではないか、壊れています。記録はそのままです。",
        "{path} 不是记录的备份，或已损坏。记录保持不变。",
    ),
    "age_wrong": (
        "{age} is no age. Give days, weeks or years, such as 90d, 12w or 1y.",
        "{age}は期間ではありません。90d（日）・12w（週）・1y（年）のように指定してください。",
        "{age} 不是时间长度。请用 90d（天）、12w（周）或 1y（年）。",
    ),
    "log_missing": (
        "There is no log in {path} yet. Choose the folder with --data DIR.",
        "{path}にはまだ記録がありません。--data DIR でフォルダーを指定してください。",
        "{path} 中还没有记录。请用 --data DIR 指定文件夹。",
    ),
    "log_apart": (
        "There is no log in {path} yet. What was played without a camera is in another: "
        "--data {apart}",
        "{path}にはまだ記録がありません。カメラなしの対局の記録は別にあります：--data {apart}",
        "{path} 中还没有记录。没有摄像头时的对局记录在别处：--data {apart}",
    ),
    "log_no_entry": (
        "There is no hand number {number} in the log. See: jantaku log list",
        "記録に{number}番の和了はありません。jantaku log list で確認してください。",
        "记录中没有第 {number} 号和牌。请查看 jantaku log list。",
    ),
    "log_rows_damaged": (
        "In the log {path} the hands with these numbers are damaged and left out: {numbers}. "
        "The others are whole.",
        "記録{path}の次の番号の和了は壊れているため省きました：{numbers}。他は無事です。",
        "记录 {path} 中以下编号的和牌已损坏，已略去：{numbers}。其余完好。",
    ),
    "game_damaged": (
        "Game number {number} in the log is damaged, so that it cannot go on. What was logged is "
        "kept; begin a new game.",
        "記録の{number}番の対局が壊れていて続けられません。記録は残っています。"
        "新しい対局を始めてください。",
        "记录中第 {number} 号对局已损坏，无法继续。已有记录仍保留，请开始新的对局。",
    ),
    "log_no_game": (
        "There is no game number {number} in the log.",
        "記録に{number}番の対局はありません。",
        "记录中没有第 {number} 号对局。",
    ),
    "log_no_picture": (
        "Hand number {number} has no picture in the log.",
        "{number}番の和了には写真がありません。",
        "第 {number} 号和牌没有图片。",
    ),
    "camera_unknown": (
        "{source} is no camera. Give picamera2, v4l2:0, rtsp://ADDRESS, http://ADDRESS, "
        "video:FILE or folder:DIR.",
        "{source}はカメラではありません。picamera2、v4l2:0、rtsp://…、http://…、"
        "video:ファイル、folder:フォルダーのどれかを指定してください。",
        "{source} 不是摄像头。请使用 picamera2、v4l2:0、rtsp://…、http://…、"
        "video:文件 或 folder:文件夹。",
    ),
    "camera_missing": (
        "The camera {source} is not there. Plug it in; I keep looking.",
        "カメラ{source}がありません。接続してください。探し続けます。",
        "找不到摄像头 {source}。请插上，我会继续查找。",
    ),
    "camera_awaited": (
        "The camera {source} gives no picture yet. The table waits for it; the page works.",
        "カメラ{source}の映像がまだありません。映るのを待ちます。ページは使えます。",
        "摄像头 {source} 还没有画面。牌桌会等它，页面可以使用。",
    ),
    "camera_came": (
        "The camera {source} is there now. The table is watched.",
        "カメラ{source}が映りました。卓を見ています。",
        "摄像头 {source} 已有画面，正在看牌桌。",
    ),
    "camera_busy": (
        "The camera {source} does not start; another program may be using it. "
        "Close that; I keep trying.",
        "カメラ{source}を開始できません。他のプログラムが使用中かもしれません。再試行を続けます。",
        "摄像头 {source} 无法启动，可能被其他程序占用。请关闭它，我会继续尝试。",
    ),
    "camera_lost": (
        "The camera {source} gives no picture any more. Check its cable; I keep trying.",
        "カメラ{source}の映像が途絶えました。ケーブルを確認してください。再試行を続けます。",
        "摄像头 {source} 没有画面了。请检查连接线，我会继续尝试。",
    ),
    "camera_black": (
        "The camera's picture is black. Take off the lens cap or switch on the light.",
        "カメラの映像が真っ暗です。レンズの覆いを外すか、明かりをつけてください。",
        "摄像头画面全黑。请取下镜头盖或打开灯。",
    ),
    "camera_frozen": (
        "The camera's picture does not change any more. Unplug the camera and plug it in again.",
        "カメラの映像が止まっています。抜き差ししてください。",
        "摄像头画面停住了。请重新插拔摄像头。",
    ),
    "camera_blurred": (
        "The camera's picture is blurred. Focus or clean the lens.",
        "カメラの映像がぼやけています。ピントを合わせるか、レンズを拭いてください。",
        "摄像头画面模糊。请对焦或擦拭镜头。",
    ),
    "camera_format": (
        "The camera gives pictures in the format {found}, which I cannot read.",
        "カメラの画像形式{found}には対応していません。",
        "无法读取摄像头的图像格式 {found}。",
    ),
    "stream_unopened": (
        "The camera at {source} does not answer. Check the address and the network; I keep trying.",
        "{source}のカメラが応答しません。アドレスとネットワークを確認してください。",
        "{source} 的摄像头没有响应。请检查地址和网络，我会继续尝试。",
    ),
    "picamera2_missing": (
        "picamera2 is not installed. On Raspberry Pi OS: sudo apt install python3-picamera2, "
        "and make the virtual environment with --system-site-packages.",
        "picamera2がありません。Raspberry Pi OSで sudo apt install python3-picamera2 を実行し、"
        "仮想環境を --system-site-packages で作ってください。",
        "未安装 picamera2。在 Raspberry Pi OS 上运行 sudo apt install python3-picamera2，"
        "并用 --system-site-packages 创建虚拟环境。",
    ),
    "video_missing": (
        "There is no video {path}.",
        "動画{path}がありません。",
        "没有视频 {path}。",
    ),
    "video_unreadable": (
        "{path} is no video I can play. Give an MP4, MKV or AVI file.",
        "{path}は再生できる動画ではありません。MP4・MKV・AVIを指定してください。",
        "{path} 不是可播放的视频。请使用 MP4、MKV 或 AVI。",
    ),
    "folder_missing": (
        "There is no folder {path}.",
        "フォルダー{path}がありません。",
        "没有文件夹 {path}。",
    ),
    "folder_empty": (
        "There are no pictures in {path}. Put JPEG, PNG, WebP or BMP files there.",
        "{path}に画像がありません。JPEG・PNG・WebP・BMPを入れてください。",
        "{path} 中没有图片。请放入 JPEG、PNG、WebP 或 BMP 文件。",
    ),
    "recording_missing": (
        "No camera was found and the bundled recording is not there. "
        "Plug a camera in or give --camera SOURCE.",
        "カメラが見つからず、付属の録画もありません。"
        "カメラを接続するか、--camera で指定してください。",
        "没有找到摄像头，也没有附带的录像。请接上摄像头或用 --camera 指定。",
    ),
    "script_damaged": (
        "{path}, which tells what the players of the video said, is damaged. "
        "Put it right or take it away.",
        "動画の対局者の発声を書いた{path}が壊れています。直すか、取り除いてください。",
        "{path}（记录视频中玩家所说内容）已损坏。请修正或移走。",
    ),
    "recording_ended": (
        "The recording has ended.",
        "録画の再生が終わりました。",
        "录像已播放完毕。",
    ),
    "reading_failed": (
        "The picture could not be read: {reason}. I go on with the next one.",
        "画像を読めませんでした（{reason}）。次の画像に進みます。",
        "无法读取画面（{reason}）。继续下一张。",
    ),
    "port_taken": (
        "Port {port} on {host} is taken, perhaps by another Jantaku. "
        "End that or choose another with --port.",
        "{host}のポート{port}は使用中です（別のJantakuかもしれません）。"
        "それを終了するか、--portで別の番号を指定してください。",
        "{host} 的端口 {port} 已被占用（可能是另一个 Jantaku）。请结束它或用 --port 换一个。",
    ),
    "port_wrong": (
        "Port {port} cannot be used. Choose one from 1024 to 65535 with --port.",
        "ポート{port}は使えません。--portで1024〜65535の番号を指定してください。",
        "端口 {port} 不可用。请用 --port 指定 1024–65535。",
    ),
    "host_unknown": (
        "The page cannot be served on {host}: {reason}. Use 127.0.0.1 or an address of this "
        "machine.",
        "{host}では公開できません（{reason}）。127.0.0.1かこの機器のアドレスを指定してください。",
        "无法在 {host} 上提供页面（{reason}）。请使用 127.0.0.1 或本机地址。",
    ),
    "voice_no_openjtalk": (
        "The Japanese voice is not installed. Install it with: pip install 'jantaku[voice]'",
        "日本語の声がありません。pip install 'jantaku[voice]' でインストールしてください。",
        "未安装日语语音。请运行 pip install 'jantaku[voice]'。",
    ),
    "voice_no_espeak": (
        "The voice is not installed. Install it with: sudo apt install espeak-ng",
        "音声エンジンがありません。sudo apt install espeak-ng でインストールしてください。",
        "未安装语音引擎。请运行 sudo apt install espeak-ng。",
    ),
    "voice_no_pinyin": (
        "The Chinese voice is not installed. Install it with: pip install 'jantaku[voice]'",
        "中国語の声がありません。pip install 'jantaku[voice]' でインストールしてください。",
        "未安装中文语音。请运行 pip install 'jantaku[voice]'。",
    ),
    "voice_failed": (
        "The voice {engine} failed: {reason}.",
        "音声エンジン{engine}でエラー：{reason}。",
        "语音引擎 {engine} 出错：{reason}。",
    ),
    "sound_no_aplay": (
        "There is no aplay to play sound with. Install it with: sudo apt install alsa-utils",
        "音を出すaplayがありません。sudo apt install alsa-utils でインストールしてください。",
        "没有播放声音的 aplay。请运行 sudo apt install alsa-utils。",
    ),
    "sound_no_device": (
        "No sound came out ({reason}). Connect a loudspeaker, or write a file with --wav FILE.",
        "音が出ません（{reason}）。スピーカーを接続するか、--wav FILE で保存してください。",
        "没有声音（{reason}）。请连接扬声器，或用 --wav FILE 保存。",
    ),
    "no_loudspeaker": (
        "No loudspeaker was found at the table. “Listen” plays each score in this browser.",
        "卓にスピーカーが見つかりません。「再生」を押すと、このブラウザで点数を聞けます。",
        "牌桌上没有找到扬声器。点“收听”可在此浏览器中播放点数。",
    ),
    "phone_silent": (
        "No phone sends pictures. Open /camera of this page on the phone and start it there.",
        "スマホから画像が届きません。スマホでこのページの /camera を開いて開始してください。",
        "没有收到手机的画面。请在手机上打开本页面的 /camera 并开始拍摄。",
    ),
    "tls_no_openssl": (
        "--tls needs openssl to make a certificate: sudo apt install openssl.",
        "--tls には証明書を作る openssl が必要です：sudo apt install openssl",
        "--tls 需要 openssl 来生成证书：sudo apt install openssl。",
    ),
    "tls_failed": (
        "No certificate could be made: {reason}. Check the folder of --data, or leave --tls out.",
        "証明書を作れません（{reason}）。--data のフォルダーを確認するか、--tls を外してください。",
        "无法生成证书（{reason}）。请检查 --data 的文件夹，或不用 --tls。",
    ),
    "no_simulation": (
        "Simulated evenings come with the source code, not with the installed program: "
        "run this in a clone.",
        "シミュレーション対局はソースコードに含まれます。クローンした場所で実行してください。",
        "模拟对局随源代码提供，请在克隆的仓库中运行。",
    ),
    "simulation_needs": (
        "A simulated evening needs {module} too: make simulated-evening installs what it needs "
        "and begins; or install what the tests use, pip install -e '.[dev]'.",
        "シミュレーション対局には {module} も必要です。make simulated-evening で必要なものを入れて"
        "始まります。テスト用の一式を入れることもできます：pip install -e '.[dev]'",
        "模拟对局还需要 {module}：make simulated-evening 会安装所需并开始；"
        "也可安装测试用的附加包 pip install -e '.[dev]'。",
    ),
    "no_evaluation": (
        "Evaluation comes with the source code, not with the installed program: run it in a clone.",
        "評価機能はソースコードに含まれます。クローンした場所で実行してください。",
        "评估功能随源代码提供，请在克隆的仓库中运行。",
    ),
    "evaluation_needs": (
        "Evaluation needs {module} too: install what the tests use, pip install -e '.[dev]'.",
        "評価には {module} も必要です。テスト用の一式を入れてください：pip install -e '.[dev]'",
        "评估还需要 {module}：请安装测试用的附加包 pip install -e '.[dev]'。",
    ),
    "panel_unknown": (
        "{source} is no panel I know: ssd1306, ssd1306:0x3d, st7789, st7789:320x240 or none.",
        "{source}というパネルはありません。ssd1306・ssd1306:0x3d・st7789・st7789:320x240・noneから"
        "選んでください。",
        "没有名为 {source} 的屏幕。可选 ssd1306、ssd1306:0x3d、st7789、st7789:320x240 或 none。",
    ),
    "panel_library": (
        "The panel needs luma ({reason}): pip install 'jantaku[panel]'.",
        "パネルにはlumaが必要です（{reason}）：pip install 'jantaku[panel]'",
        "屏幕需要 luma（{reason}）：pip install 'jantaku[panel]'",
    ),
    "panel_silent": (
        "The panel does not answer ({reason}). Check its wires, and that I2C or SPI is switched "
        "on: sudo raspi-config.",
        "パネルが応答しません（{reason}）。配線と、I2CまたはSPIが有効か（sudo raspi-config）を"
        "確認してください。",
        "屏幕没有响应（{reason}）。请检查接线，并用 sudo raspi-config 启用 I2C 或 SPI。",
    ),
    "panel_font": (
        "The panel needs a font with Chinese and Japanese characters: "
        "sudo apt install fonts-noto-cjk.",
        "パネルには日本語フォントが必要です：sudo apt install fonts-noto-cjk",
        "屏幕需要中日文字体：sudo apt install fonts-noto-cjk",
    ),
}
