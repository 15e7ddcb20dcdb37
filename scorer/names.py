"""Names of yaku, limits, fu and dora in English, Japanese (kanji and kana) and Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from scorer._errors import ScoringError

__all__ = ["DORA", "FU", "LIMITS", "YAKU", "Language", "Name", "name_of", "nickname_of"]

Language = Literal["en", "ja", "kana", "zh"]


class Name(NamedTuple):
    """One name: English, Japanese in kanji, Japanese in kana, Chinese."""

    en: str
    ja: str
    kana: str
    zh: str


def _names(rows: str) -> Mapping[str, Name]:
    table = {}
    for row in rows.strip().splitlines():
        key, *words = [word.strip() for word in row.split("|")]
        table[key] = Name(*words)
    return MappingProxyType(table)


YAKU: Final = _names("""
riichi | Riichi | リーチ | リーチ | 立直
double_riichi | Double Riichi | ダブルリーチ | ダブルリーチ | 双立直
ippatsu | Ippatsu | 一発 | イッパツ | 一发
open_riichi | Open Riichi | オープンリーチ | オープンリーチ | 开立直
open_double_riichi | Open Double Riichi | オープンダブルリーチ | オープンダブルリーチ | 开双立直
open_riichi_dealt_in | Dealt into Open Riichi | 開リーチ振込 | オープンリーチフリコミ | 放铳开立直
menzen_tsumo | Menzen Tsumo | 門前清自摸和 | メンゼンツモ | 门前清自摸和
rinshan | Rinshan Kaihou | 嶺上開花 | リンシャンカイホウ | 岭上开花
chankan | Chankan | 槍槓 | チャンカン | 抢杠
haitei | Haitei | 海底摸月 | ハイテイ | 海底捞月
houtei | Houtei | 河底撈魚 | ホウテイ | 河底捞鱼
tenhou | Tenhou | 天和 | テンホウ | 天和
chiihou | Chiihou | 地和 | チーホウ | 地和
renhou | Renhou | 人和 | レンホウ | 人和
paarenchan | Paarenchan | 八連荘 | パーレンチャン | 八连庄
chiitoitsu | Chiitoitsu | 七対子 | チートイツ | 七对子
kokushi | Kokushi Musou | 国士無双 | コクシムソウ | 国士无双
kokushi_13 | Kokushi Musou Juusanmen | 国士無双十三面 | コクシムソウジュウサンメン | 国士无双十三面
shiisan_puutaa | Shiisan Puutaa | 十三不塔 | シーサンプーター | 十三不搭
pinfu | Pinfu | 平和 | ピンフ | 平和
iipeikou | Iipeikou | 一盃口 | イーペーコー | 一杯口
ryanpeikou | Ryanpeikou | 二盃口 | リャンペーコー | 二杯口
sanshoku_doujun | Sanshoku Doujun | 三色同順 | サンショクドウジュン | 三色同顺
ittsu | Ittsu | 一気通貫 | イッキツウカン | 一气通贯
sanshoku_ittsu | Sanshoku Ittsu | 三色通貫 | サンショクツウカン | 三色通贯
isshoku_sanjun | Isshoku Sanjun | 一色三順 | イッショクサンジュン | 一色三顺
isshoku_yonjun | Isshoku Yonjun | 一色四順 | イッショクヨンジュン | 一色四顺
kinmonkyou | Kinmonkyou | 金門橋 | キンモンキョウ | 金门桥
touhoku_shinkansen | Touhoku Shinkansen | 東北新幹線 | トウホクシンカンセン | 东北新干线
toitoi | Toitoi | 対々和 | トイトイ | 对对和
sanankou | Sanankou | 三暗刻 | サンアンコウ | 三暗刻
sankantsu | Sankantsu | 三槓子 | サンカンツ | 三杠子
sanshoku_doukou | Sanshoku Doukou | 三色同刻 | サンショクドウコウ | 三色同刻
sanrenkou | Sanrenkou | 三連刻 | サンレンコウ | 三连刻
suuankou | Suuankou | 四暗刻 | スーアンコウ | 四暗刻
suuankou_tanki | Suuankou Tanki | 四暗刻単騎 | スーアンコウタンキ | 四暗刻单骑
suukantsu | Suukantsu | 四槓子 | スーカンツ | 四杠子
chinroutou | Chinroutou | 清老頭 | チンロウトウ | 清老头
suurenkou | Suurenkou | 四連刻 | スーレンコウ | 四连刻
haku | Haku | 白 | ハク | 白
hatsu | Hatsu | 發 | ハツ | 发
chun | Chun | 中 | チュン | 中
seat_wind | Seat Wind | 自風 | ジカゼ | 自风
round_wind | Round Wind | 場風 | バカゼ | 场风
shousangen | Shousangen | 小三元 | ショウサンゲン | 小三元
daisangen | Daisangen | 大三元 | ダイサンゲン | 大三元
shousuushii | Shousuushii | 小四喜 | ショウスーシー | 小四喜
daisuushii | Daisuushii | 大四喜 | ダイスーシー | 大四喜
tsuuiisou | Tsuuiisou | 字一色 | ツーイーソー | 字一色
daichisei | Daichisei | 大七星 | ダイチセイ | 大七星
tanyao | Tanyao | 断幺九 | タンヤオ | 断幺九
chanta | Chanta | 混全帯幺九 | チャンタ | 混全带幺九
junchan | Junchan | 純全帯幺九 | ジュンチャン | 纯全带幺九
honroutou | Honroutou | 混老頭 | ホンロウトウ | 混老头
honitsu | Honitsu | 混一色 | ホンイツ | 混一色
chinitsu | Chinitsu | 清一色 | チンイツ | 清一色
ryuuiisou | Ryuuiisou | 緑一色 | リューイーソー | 绿一色
junsei_ryuuiisou | Junsei Ryuuiisou | 純正緑一色 | ジュンセイリューイーソー | 纯正绿一色
chuuren | Chuuren Poutou | 九蓮宝燈 | チューレンポウトウ | 九莲宝灯
junsei_chuuren | Junsei Chuuren Poutou | 純正九蓮宝燈 | ジュンセイチューレンポウトウ | 纯正九莲宝灯
uumensai | Uumensai | 五門斉 | ウーメンサイ | 五门齐
daisharin | Daisharin | 大車輪 | ダイシャリン | 大车轮
hyakumangoku | Hyakumangoku | 百万石 | ヒャクマンゴク | 百万石
junsei_hyakumangoku | Junsei Hyakumangoku | 純正百万石 | ジュンセイヒャクマンゴク | 纯正百万石
beni_kujaku | Beni Kujaku | 紅孔雀 | ベニクジャク | 红孔雀
kouitten | Kouitten | 紅一点 | コウイッテン | 红一点
suitoufu | Suitoufu | 推不倒 | スイトウフ | 推不倒
nagashi_mangan | Nagashi Mangan | 流し満貫 | ナガシマンガン | 流局满贯
""")

LIMITS: Final = _names("""
mangan | Mangan | 満貫 | マンガン | 满贯
haneman | Haneman | 跳満 | ハネマン | 跳满
baiman | Baiman | 倍満 | バイマン | 倍满
sanbaiman | Sanbaiman | 三倍満 | サンバイマン | 三倍满
kazoe_yakuman | Kazoe Yakuman | 数え役満 | カゾエヤクマン | 累计役满
yakuman | Yakuman | 役満 | ヤクマン | 役满
double_yakuman | Double Yakuman | ダブル役満 | ダブルヤクマン | 两倍役满
triple_yakuman | Triple Yakuman | トリプル役満 | トリプルヤクマン | 三倍役满
quadruple_yakuman | Quadruple Yakuman | 四倍役満 | ヨンバイヤクマン | 四倍役满
quintuple_yakuman | Quintuple Yakuman | 五倍役満 | ゴバイヤクマン | 五倍役满
sextuple_yakuman | Sextuple Yakuman | 六倍役満 | ロクバイヤクマン | 六倍役满
""")

DORA: Final = _names("""
dora | Dora | ドラ | ドラ | 宝牌
uradora | Ura Dora | 裏ドラ | ウラドラ | 里宝牌
akadora | Red Dora | 赤ドラ | アカドラ | 红宝牌
kita | Kita | 北ドラ | キタドラ | 拔北宝牌
""")

FU: Final = _names("""
base | base | 副底 | フーテイ | 底符
menzen_ron | closed ron | 門前加符 | メンゼンカフ | 门前清荣和
tsumo | own draw | 自摸符 | ツモフ | 自摸符
chiitoitsu | seven pairs | 七対子 | チートイツ | 七对子
open_no_fu | open hand without fu | 喰い平和形 | クイピンフケイ | 副露平和形
open_triplet | open triplet | 明刻 | ミンコウ | 明刻
closed_triplet | closed triplet | 暗刻 | アンコウ | 暗刻
open_kan | open kan | 明槓 | ミンカン | 明杠
closed_kan | closed kan | 暗槓 | アンカン | 暗杠
open_triplet_terminal | open triplet of terminals | 老頭明刻 | ロウトウミンコウ | 老头明刻
closed_triplet_terminal | closed triplet of terminals | 老頭暗刻 | ロウトウアンコウ | 老头暗刻
open_kan_terminal | open kan of terminals | 老頭明槓 | ロウトウミンカン | 老头明杠
closed_kan_terminal | closed kan of terminals | 老頭暗槓 | ロウトウアンカン | 老头暗杠
open_triplet_honour | open triplet of honours | 字牌明刻 | ジハイミンコウ | 字牌明刻
closed_triplet_honour | closed triplet of honours | 字牌暗刻 | ジハイアンコウ | 字牌暗刻
open_kan_honour | open kan of honours | 字牌明槓 | ジハイミンカン | 字牌明杠
closed_kan_honour | closed kan of honours | 字牌暗槓 | ジハイアンカン | 字牌暗杠
dragon_pair | pair of dragons | 三元牌の雀頭 | サンゲンパイのジャントウ | 三元牌雀头
seat_wind_pair | pair of the seat wind | 自風の雀頭 | ジカゼのジャントウ | 自风雀头
round_wind_pair | pair of the round wind | 場風の雀頭 | バカゼのジャントウ | 场风雀头
double_wind_pair | pair of the double wind | 連風牌の雀頭 | レンフウハイのジャントウ | 连风雀头
kanchan_wait | closed wait | 嵌張待ち | カンチャンマチ | 嵌张听牌
penchan_wait | edge wait | 辺張待ち | ペンチャンマチ | 边张听牌
tanki_wait | single wait | 単騎待ち | タンキマチ | 单骑听牌
""")

_NICKNAMES: Final = {
    frozenset({"riichi", "tanyao", "pinfu"}): Name(
        "Riichi Tanyao Pinfu", "立断平", "リータンピン", "立断平"
    ),
}


def name_of(word: str, language: Language = "en") -> str:
    """Return the display name of a yaku, limit, dora or fu id.

    Raises ``ScoringError`` (``unknown_name``) for an id that is none of them.
    """
    for table in (YAKU, LIMITS, DORA, FU):
        if word in table:
            name: str = getattr(table[word], language)
            return name
    raise ScoringError("unknown_name", f"{word!r} is no yaku, limit, dora or fu reason.")


def nickname_of(yaku: frozenset[str], language: Language = "en") -> str | None:
    """Return the nickname of a set of yaku ids, such as 立断平, or ``None``."""
    name = _NICKNAMES.get(yaku)
    return None if name is None else str(getattr(name, language))
