"""What is wrong in a rule file, in Japanese and Chinese; the scorer itself tells it in English."""

from __future__ import annotations

from typing import Final

from device._errors import UserError
from device._i18n import LANGUAGES, text
from scorer import RuleFault, ScoringError

_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "not_toml": ("TOMLとして読めません：{word}。", "不是有效的 TOML：{word}。"),
    "too_deep": (
        "リストの入れ子が深すぎます。どの項目も二重までです。",
        "列表嵌套过深；任何选项最多两层。",
    ),
    "base_kind": (
        "{option}にはルールセットの名前を書いてください（今は{word}）。",
        "{option} 必须是规则集的名称，现在是 {word}。",
    ),
    "unknown_option": ("「{word}」という項目はありません。{hint}", "没有选项“{word}”。{hint}"),
    "unknown_yaku": (
        "「{word}」という役はここにはありません。{hint}",
        "这里没有役种“{word}”。{hint}",
    ),
    "unknown_rule_set": (
        "「{word}」というルールセットはありません。{hint}",
        "没有规则集“{word}”。{hint}",
    ),
    "wrong_value": (
        "{option}には{wanted}を書いてください（今は{word}）。",
        "{option} 必须是 {wanted}，现在是 {word}。",
    ),
    "han_row": (
        '{option}の翻数は "3/2" や "1/-" のように門前/鳴きの順で、0から100で書いてください。',
        "{option} 的番数要写成 \"3/2\" 或 \"1/-\"（门清/副露），0 到 100。",
    ),
    "han_table": ("hanは役の表 [han] として書いてください。", "han 必须是役种的表 [han]。"),
    "players": ("playersは2、3、4のいずれかです。", "players 必须是 2、3 或 4。"),
    "red_fives": ("赤ドラは各色0から4枚です。", "赤五每种花色为 0 到 4 张。"),
    "red_fives_sanma": (
        "三人打ちに5mはなく、赤5mもありません。",
        "三人麻将没有 5m，因此也没有赤 5m。",
    ),
    "double_wind_pair_fu": (
        "double_wind_pair_fuは2か4です。",
        "double_wind_pair_fu 必须是 2 或 4。",
    ),
    "open_pinfu_fu": ("open_pinfu_fuは20か30です。", "open_pinfu_fu 必须是 20 或 30。"),
    "chiitoitsu_han": ("chiitoitsu_hanは1以上です。", "chiitoitsu_han 至少为 1。"),
    "minimum_han": ("minimum_hanは0以上です。", "minimum_han 不能小于 0。"),
    "multiplier_unit": (
        "multiplier_unitは0より大きくしてください。",
        "multiplier_unit 必须大于 0。",
    ),
    "yakuman_cap": ("yakuman_capは0以上です。", "yakuman_cap 不能小于 0。"),
    "double_yakuman_factor": (
        "double_yakuman_factorは1から2です。",
        "double_yakuman_factor 必须在 1 到 2 之间。",
    ),
    "kan_ura": (
        "kan_uraにはura_doraとkan_doraが必要です。kan_ura = false にしてください。",
        "kan_ura 需要 ura_dora 和 kan_dora；请设 kan_ura = false。",
    ),
    "triple_ron_twice": (
        "三家和は全員の和了と流局を同時にはできません。multiple_ron = \"double\" にしてください。",
        "三家和不能既都和牌又流局；请设 multiple_ron = \"double\"。",
    ),
    "triple_ron_players": ("三家和には四人必要です。", "三家和需要四名玩家。"),
    "suufon_any_honour": (
        "abort_suufon_any_honourにはabort_suufon_rendaが必要です。",
        "abort_suufon_any_honour 需要 abort_suufon_renda。",
    ),
    "suufon_players": ("四風連打には四人必要です。", "四风连打需要四名玩家。"),
    "suucha_players": ("四家立直には四人必要です。", "四家立直需要四名玩家。"),
    "suitoufu_tiles": (
        "suitoufu_tilesは123mのような牌で書いてください。",
        "suitoufu_tiles 必须写成 123m 这样的牌。",
    ),
    "uma_count": ("umaには人数分の数が必要です。", "uma 必须每名玩家一个数。"),
    "uma_sum": ("umaの合計は0にしてください。", "uma 的总和必须为 0。"),
    "uma_above_rows": (
        "uma_aboveの各行は人数分の数で、合計0にしてください。",
        "uma_above 的每一行必须每名玩家一个数，总和为 0。",
    ),
    "uma_above_missing": (
        "uma_by = \"players_above_start\" には、"
        "uma_above（原点超えが1人、2人…のときの行）が必要です。",
        "uma_by = \"players_above_start\" 需要 uma_above：超过起始点数者为 1 人、2 人……时各一行。",
    ),
    "start_points": ("start_pointsは0より大きくしてください。", "start_points 必须大于 0。"),
    "return_points": (
        "return_pointsはstart_points以上にしてください。",
        "return_points 不能小于 start_points。",
    ),
    "noten_payment": ("noten_paymentは0以上です。", "noten_payment 不能小于 0。"),
    "honba": ("本場の点数は0以上です。", "本场点数不能小于 0。"),
    "time_limit": (
        "time_limitとtime_limit_minutesは両方とも設定してください。",
        "time_limit 和 time_limit_minutes 必须一起设置。",
    ),
}  # fmt: skip
_LINE: Final = ("{line}行目：", "第 {line} 行：")
_NEAR: Final = ("{near}のことですか。", "是否指 {near}？")
_KNOWN: Final = ("使えるのは{near}です。", "可用的有 {near}。")
_CHOICE: Final = ("{words}のいずれか", "{words} 之一")
_LIST: Final = ("{inner}のリスト", "列表，每项为{inner}")
_ROW: Final = ("{inner}{count}個のリスト", "{count} 项的列表，每项为{inner}")
_KINDS: Final[dict[str, tuple[str, str]]] = {
    "bool": ("trueかfalse", "true 或 false"),
    "int": ("整数", "整数"),
    "float": ("数", "数字"),
    "str": ("文字列", "文本"),
}


class RuleFileWrong(UserError):
    """Everything that is wrong in a rule file, as the scorer found it."""

    def __init__(self, error: ScoringError) -> None:
        super().__init__(error.code)
        self._error = error

    def message(self, lang: str = "en") -> str:
        """Return one sentence a fault in ``lang``, each with its line."""
        if lang == "en":
            return self._error.message
        apart = " " if lang == "zh" else ""
        return apart.join(_told(fault, lang) for fault in self._error.faults)


def _told(fault: RuleFault, lang: str) -> str:
    line = _in(lang, _LINE).format(line=fault.line) if fault.line else ""
    sentence = _in(lang, _SENTENCES[fault.id])
    hint = _hint(fault.wanted, lang) if fault.id.startswith("unknown_") else ""
    wanted = _wanted(fault.wanted, lang) if fault.id == "wrong_value" else ""
    return line + sentence.format(option=fault.option, word=fault.word, hint=hint, wanted=wanted)


def _hint(known: tuple[str, ...], lang: str) -> str:
    near = text(lang, "list.comma").join(known)
    return _in(lang, _NEAR if len(known) == 1 else _KNOWN).format(near=near)


def _wanted(shape: tuple[str, ...], lang: str) -> str:
    match shape:
        case ("choice", *words):
            return _in(lang, _CHOICE).format(words=text(lang, "list.comma").join(words))
        case ("list", count, *rest):
            inner = _wanted(tuple(rest), lang)
            return _in(lang, _ROW if count else _LIST).format(inner=inner, count=count)
    return _in(lang, _KINDS[shape[0]])


def _in(lang: str, sentences: tuple[str, str]) -> str:
    """Return the sentence in ``lang``, which is not English."""
    return sentences[LANGUAGES.index(lang) - 1]
