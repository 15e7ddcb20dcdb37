"""What the voice says about a game: draws, fouls, what was taken back, where everybody stands."""

from __future__ import annotations

from typing import Final

from device._i18n import text
from device.game._game import Ledger
from device.page._game import (
    CallOff,
    Declare,
    Exhausted,
    Foul,
    GameEdit,
    NoRiichi,
    PutBack,
    Remove,
    TakeBack,
    Turn,
    WinByHand,
)
from scorer import Abort, GameState, Wind, final_result, left_over_sticks_to

_WINDS: Final = {"ja": "トン ナン シャー ペー", "en": "East South West North", "zh": "东 南 西 北"}
_WORDS: Final[dict[str, dict[str, str]]] = {
    "ja": {
        "riichi": "{who}、リーチ", "draw": "リュウキョク", "tenpai": "{who}、テンパイ",
        "nobody": "全員ノーテン", "all": "全員テンパイ", "chombo": "{who}、チョンボ",
        "penalty": "{who}、罰符、{points}点", "points": "{who}、{points}点",
        "win": "{who}、アガリ、{points}点", "back": "取り消しました", "again": "やり直しました",
        "round": "{wind}{number}局", "honba": "{count}本場", "sticks": "供託{count}本",
        "over": "終局", "place": "{place}位、{who}、{points}点",
        "no_riichi": "{who}、リーチ取り消し", "turn": "席を直しました",
        "left": "残った供託{count}本は{who}に", "void": "残った供託{count}本は無効",
        "turned": "カメラの向きが変わったようです、画面で確かめてください",
    },
    "en": {
        "riichi": "{who}, riichi", "draw": "Exhaustive draw", "tenpai": "{who} tenpai",
        "nobody": "nobody tenpai", "all": "all tenpai", "chombo": "{who}, chombo",
        "penalty": "{who}, penalty, {points} points", "points": "{who} {points}",
        "win": "{who} wins {points} points", "back": "Taken back", "again": "Put back",
        "round": "{wind} {number}", "honba": "{count} honba", "sticks": "riichi sticks {count}",
        "over": "The game is over", "place": "Place {place}, {who}, {points} points",
        "no_riichi": "{who}, no riichi", "turn": "Seats corrected",
        "left": "Riichi sticks left, {count}, to {who}",
        "void": "Riichi sticks left, {count}, to nobody",
        "turned": "The camera seems turned, please look at the page",
    },
    "zh": {
        "riichi": "{who}，立直", "draw": "荒牌流局", "tenpai": "{who}听牌",
        "nobody": "全员未听牌", "all": "全员听牌", "chombo": "{who}，错和",
        "penalty": "{who}，罚{points}点", "points": "{who}{points}点",
        "win": "{who}和牌，{points}点", "back": "已撤销", "again": "已恢复",
        "round": "{wind}{number}局", "honba": "{count}本场", "sticks": "供托{count}根",
        "over": "对局结束", "place": "第{place}名，{who}，{points}点",
        "no_riichi": "{who}，取消立直", "turn": "座位已更正",
        "left": "剩余供托{count}根归{who}", "void": "剩余供托{count}根作废",
        "turned": "摄像头的方向好像变了，请在页面上确认",
    },
}  # fmt: skip

_ABORTS: Final = {
    "ja": {
        Abort.KYUUSHU_KYUUHAI: "キュウシュキュウハイ", Abort.SUUFON_RENDA: "スーフウレンダ",
        Abort.SUUCHA_RIICHI: "スーチャリーチ", Abort.SUUKAIKAN: "スーカイカン",
        Abort.SANCHAHOU: "サンチャホー",
    },
    "en": {
        Abort.KYUUSHU_KYUUHAI: "Nine terminals, abortive draw",
        Abort.SUUFON_RENDA: "Four winds, abortive draw",
        Abort.SUUCHA_RIICHI: "Four riichi, abortive draw",
        Abort.SUUKAIKAN: "Four kans, abortive draw",
        Abort.SANCHAHOU: "Three rons, abortive draw",
    },
    "zh": {
        Abort.KYUUSHU_KYUUHAI: "九种九牌，流局", Abort.SUUFON_RENDA: "四风连打，流局",
        Abort.SUUCHA_RIICHI: "四家立直，流局", Abort.SUUKAIKAN: "四杠散了，流局",
        Abort.SANCHAHOU: "三家和了，流局",
    },
}  # fmt: skip


def standing(ledger: Ledger, lang: str) -> str:
    """Return where the game stands: the next hand and everybody's points, or the final places."""
    state = ledger.state
    if state.end is not None:
        return _final(state, lang)
    scores = [
        _say(lang, "points", who=_wind(state, player, lang), points=state.scores[player])
        for player in _from_east(state)
    ]
    return text(lang, "list.comma").join((round_name(state, lang), *scores))


def round_name(state: GameState, lang: str) -> str:
    """Return the spoken name of the hand being played, its honba and sticks."""
    wind = _WINDS[lang].split()[state.round_wind]
    parts = [_say(lang, "round", wind=wind, number=state.dealer + 1)]
    if state.honba:
        parts.append(_say(lang, "honba", count=state.honba))
    if state.riichi_sticks:
        parts.append(_say(lang, "sticks", count=state.riichi_sticks))
    return text(lang, "list.comma").join(parts)


_PLAIN: Final[dict[type, str]] = {
    TakeBack: "back", Remove: "back", PutBack: "again", Turn: "turn",
}  # fmt: skip


def entry_said(edit: GameEdit, before: GameState, lang: str) -> str:
    """Return what is said when ``edit`` is entered in ``before``, empty for nothing."""
    match edit:
        case Exhausted(tenpai):
            return _draw(before, tenpai, lang)
        case CallOff(kind):
            return _ABORTS[lang][kind]
        case Declare() | NoRiichi() | Foul() | WinByHand():
            return _of_player(edit, before, lang)
    return _say(lang, _PLAIN[type(edit)]) if type(edit) in _PLAIN else ""


def turned_said(lang: str) -> str:
    """Return what is said when the picture seems turned."""
    return _say(lang, "turned")


def _of_player(edit: Declare | NoRiichi | Foul | WinByHand, before: GameState, lang: str) -> str:
    points = None if isinstance(edit, Declare | NoRiichi) else edit.points
    keys = {Declare: "riichi", NoRiichi: "no_riichi", WinByHand: "win"}
    key = keys.get(type(edit), "chombo" if points is None else "penalty")
    return _say(lang, key, who=_wind(before, edit.player, lang), points=points)


def _draw(before: GameState, tenpai: tuple[int, ...], lang: str) -> str:
    special = {0: "nobody", before.players: "all"}.get(len(tenpai))
    who = [_wind(before, player, lang) for player in _from_east(before) if player in tenpai]
    shown = _say(lang, special or "tenpai", who=text(lang, "list.comma").join(who))
    return text(lang, "list.comma").join((_say(lang, "draw"), shown))


def _final(state: GameState, lang: str) -> str:
    places = [
        _say(
            lang, "place", place=result.place, who=_wind(state, result.player, lang),
            points=result.score,
        )
        for result in final_result(state)
    ]  # fmt: skip
    return text(lang, "list.comma").join((_say(lang, "over"), *_left_over(state, lang), *places))


def _left_over(state: GameState, lang: str) -> tuple[str, ...]:
    """Return who gets the riichi sticks left on the table, nothing where none are."""
    count, heir = state.riichi_sticks, left_over_sticks_to(state)
    if not count:
        return ()
    if heir is None:
        return (_say(lang, "void", count=count),)
    return (_say(lang, "left", count=count, who=_wind(state, heir, lang)),)


def _from_east(state: GameState) -> list[int]:
    return [state.player_at(Wind(place)) for place in range(state.players)]


def _wind(state: GameState, player: int, lang: str) -> str:
    return _WINDS[lang].split()[state.seat_wind(player)]


def _say(lang: str, key: str, **values: object) -> str:
    return _WORDS[lang][key].format(**values)
