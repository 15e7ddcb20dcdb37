"""Options of rule files that contradict each other or cannot be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from scorer._errors import RuleFault, ScoringError
from scorer._rule_faults import error_of, line_of, raise_all, unknown
from scorer._rules import Rules
from scorer._tile import parse_tiles
from scorer.yaku import ALL

#: Local yaku that another option switches on.
_SWITCHED_BY_OPTION: Final = {"renhou", "open_riichi_dealt_in", "junsei_hyakumangoku"}
LOCAL_YAKU: Final = tuple(y.id for y in ALL if y.local and y.id not in _SWITCHED_BY_OPTION)
_YAKUMAN: Final = tuple(yaku.id for yaku in ALL if yaku.yakuman)
_PAO_YAKU: Final = ("daisangen", "daisuushii", "suukantsu")

#: The id of the sentence, the option it is about, what must not be, the sentence.
_Contradiction = tuple[str, str, Callable[[Rules], bool], str]

_CONTRADICTIONS: Final[tuple[_Contradiction, ...]] = (
    ("players", "players", lambda r: r.players not in (2, 3, 4), "players must be 2, 3 or 4."),
    (
        "red_fives",
        "red_fives",
        lambda r: min(r.red_fives) < 0 or max(r.red_fives) > 4,
        "0 to 4 red fives.",
    ),
    (
        "red_fives_sanma",
        "red_fives",
        lambda r: r.players == 3 and r.red_fives[0] > 0,
        "three players have no 5m, so no red one either.",
    ),
    (
        "double_wind_pair_fu",
        "double_wind_pair_fu",
        lambda r: r.double_wind_pair_fu not in (2, 4),
        "double_wind_pair_fu must be 2 or 4.",
    ),
    (
        "open_pinfu_fu",
        "open_pinfu_fu",
        lambda r: r.open_pinfu_fu not in (20, 30),
        "open_pinfu_fu must be 20 or 30.",
    ),
    (
        "chiitoitsu_han",
        "chiitoitsu_han",
        lambda r: r.chiitoitsu_han < 1,
        "chiitoitsu_han must be 1 or more.",
    ),
    ("minimum_han", "minimum_han", lambda r: r.minimum_han < 0, "minimum_han must not be below 0."),
    (
        "multiplier_unit",
        "multiplier_unit",
        lambda r: r.multiplier_unit <= 0,
        "multiplier_unit must be above 0.",
    ),
    ("yakuman_cap", "yakuman_cap", lambda r: r.yakuman_cap < 0, "yakuman_cap must not be below 0."),
    (
        "double_yakuman_factor",
        "double_yakuman_factor",
        lambda r: not 1 <= r.double_yakuman_factor <= 2,
        "double_yakuman_factor must be from 1 to 2.",
    ),
    (
        "kan_ura",
        "kan_ura",
        lambda r: r.kan_ura and not (r.ura_dora and r.kan_dora),
        "kan_ura needs ura_dora and kan_dora; set kan_ura = false.",
    ),
    (
        "triple_ron_twice",
        "triple_ron_draw",
        lambda r: r.triple_ron_draw and r.multiple_ron == "triple",
        'three winners by ron can not both win and be a draw; set multiple_ron = "double".',
    ),
    (
        "triple_ron_players",
        "triple_ron_draw",
        lambda r: r.triple_ron_draw and r.players < 4,
        "a triple ron needs four players.",
    ),
    (
        "suufon_any_honour",
        "abort_suufon_any_honour",
        lambda r: r.abort_suufon_any_honour and not r.abort_suufon_renda,
        "abort_suufon_any_honour needs abort_suufon_renda.",
    ),
    (
        "suufon_players",
        "abort_suufon_renda",
        lambda r: r.abort_suufon_renda and r.players < 4,
        "four equal first discards need four players.",
    ),
    (
        "suucha_players",
        "abort_suucha_riichi",
        lambda r: r.abort_suucha_riichi and r.players < 4,
        "four riichi need four players.",
    ),
    (
        "suitoufu_tiles",
        "suitoufu_tiles",
        lambda r: not _is_mpsz(r.suitoufu_tiles),
        "suitoufu_tiles must be mpsz.",
    ),
    ("uma_count", "uma", lambda r: len(r.uma) != r.players, "uma must have one number a player."),
    ("uma_sum", "uma", lambda r: round(sum(r.uma), 6) != 0, "uma must sum to zero."),
    (
        "uma_above_rows",
        "uma_above",
        lambda r: any(len(row) != r.players or round(sum(row), 6) for row in r.uma_above),
        "each row of uma_above must have one number a player and sum to zero.",
    ),
    (
        "uma_above_missing",
        "uma_by",
        lambda r: r.uma_by == "players_above_start" and len(r.uma_above) != r.players - 1,
        "uma_by players_above_start needs uma_above: a row for 1, 2 … players above the start.",
    ),
    (
        "start_points",
        "start_points",
        lambda r: r.start_points <= 0,
        "start_points must be above 0.",
    ),
    (
        "return_points",
        "return_points",
        lambda r: r.return_points < r.start_points,
        "return_points must not be below start_points.",
    ),
    (
        "noten_payment",
        "noten_payment",
        lambda r: r.noten_payment < 0,
        "noten_payment must not be below 0.",
    ),
    (
        "honba",
        "honba_ron",
        lambda r: min(r.honba_ron, r.honba_tsumo) < 0,
        "honba must not be below 0.",
    ),
    (
        "time_limit",
        "time_limit_minutes",
        lambda r: (r.time_limit == "off") != (r.time_limit_minutes == 0),
        "time_limit and time_limit_minutes belong together.",
    ),
)


def _is_mpsz(text: str) -> bool:
    try:
        return bool(parse_tiles(text))
    except ValueError:
        return False


def _wrong_ids(text: str, rules: Rules) -> Iterator[ScoringError]:
    for key, known in (
        ("local_yaku", LOCAL_YAKU),
        ("double_yakuman", _YAKUMAN),
        ("pao", _PAO_YAKU),
    ):
        for word in getattr(rules, key):
            if word not in known:
                yield unknown(text, key, word, "yaku", known)


def checked(text: str, rules: Rules) -> Rules:
    """Return ``rules``; raises ``ScoringError`` with all that contradicts in them."""
    wrong = [*_wrong_ids(text, rules)]
    wrong += [
        error_of("contradiction", RuleFault(fault, line_of(text, key), key), message)
        for fault, key, holds, message in _CONTRADICTIONS
        if holds(rules)
    ]
    raise_all(wrong)
    return rules
