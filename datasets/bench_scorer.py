"""Hands a second of our scorer, PyPI mahjong and PyPI riichienv on the same real wins.

``python -m datasets.bench_scorer [WINS.jsonl]`` scores the four-player wins of the file, each
program from its own prepared input, and prints hands per second and the ratios.

``scorer`` is the whole public ``score``: input checks, yaku, dora, han, fu item by item, limit,
points and what each seat pays.  It puts the sets of the reading and the notes into words only when
they are asked for; ``explained`` asks for them too.  The scorer remembers how the tiles of one
suit split; ``unseen`` is one turn through all hands after it has forgotten everything.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from device._record_win import win_of
from scorer import Rules, score
from scorer._shape import known_suit, suit_splits

if TYPE_CHECKING:
    from mahjong.hand_calculating.hand_config import HandConfig
    from riichienv import Conditions

WINS = Path(__file__).parents[1] / "../shared/truth/real_wins.jsonl"
ROUNDS = 5
CHUNK = 1000
Record = Mapping[str, Any]
Job = Callable[[], object]
#: What all programs call by the same name.
_FLAGS: Final = ("ippatsu", "rinshan", "chankan", "haitei", "houtei")
#: One object for equal rules, as at a table.
_RULES: dict[Rules, Rules] = {}


def _ours(record: Record) -> Job:
    hand, context, rules = win_of(record)
    rules = _RULES.setdefault(rules, rules)
    return lambda: score(hand, context, rules)


def _explained(record: Record) -> Job:
    hand, context, rules = win_of(record)
    rules = _RULES.setdefault(rules, rules)

    def job() -> object:
        result = score(hand, context, rules)
        return result, result.decomposition, result.notes

    return job


def _ids(text: str, used: dict[int, int]) -> list[int]:
    """Return 136-tile ids of mpsz ``text``; the first of a suit's fives is its red one."""
    from scorer import parse_tiles

    found = []
    for tile in parse_tiles(text):
        first = 1 if tile.kind < 27 and tile.kind % 9 == 4 else 0
        copy = used.get(tile.kind, first)
        found.append(4 * tile.kind + (0 if tile.red else copy))
        if not tile.red:
            used[tile.kind] = copy + 1
    return found


def _mahjong(record: Record) -> Job:
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.meld import Meld

    used: dict[int, int] = {}
    tiles = _ids(record["hand"], used)
    win = _win_among(tiles, record["win_tile"])
    kinds = {"chi": Meld.CHI, "pon": Meld.PON}
    melds = []
    for meld in record["melds"]:
        ids = _ids(meld["tiles"], used)
        tiles += ids
        melds.append(Meld(kinds.get(meld["type"], Meld.KAN), ids, meld["type"] != "ankan"))
    dora, ura = _indicators(record)
    config, calculator = _mahjong_config(record), HandCalculator()
    return lambda: calculator.estimate_hand_value(
        tiles, win, melds=melds, dora_indicators=dora, config=config, ura_dora_indicators=ura
    )


def _mahjong_config(record: Record) -> HandConfig:
    from mahjong.constants import EAST, NORTH, SOUTH, WEST
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

    winds = {"E": EAST, "S": SOUTH, "W": WEST, "N": NORTH}
    return HandConfig(
        **{f"is_{flag}": record[flag] for flag in _FLAGS},
        is_tsumo=record["tsumo"],
        is_riichi=record["riichi"] == "riichi",
        is_daburu_riichi=record["riichi"] == "double",
        player_wind=winds[record["seat_wind"]],
        round_wind=winds[record["round_wind"]],
        tsumi_number=record["honba"],
        kyoutaku_number=record["riichi_sticks"],
        options=OptionalRules(
            has_open_tanyao=record["rules"]["kuitan"],
            has_aka_dora=record["rules"]["aka"],
            has_double_yakuman=False,
        ),
    )


def _indicators(record: Record) -> tuple[list[int], list[int]]:
    """Return the ids of the dora and of the ura indicators."""
    dora, ura = (record[key] for key in ("dora_indicators", "ura_indicators"))
    return [_ids(text, {})[0] for text in dora], [_ids(text, {})[0] for text in ura]


def _win_among(tiles: Sequence[int], win: str) -> int:
    """Return the id of the winning tile among ``tiles``."""
    return next(tile for tile in tiles if tile in _win_ids(win))


def _win_ids(text: str) -> tuple[int, ...]:
    """Return the ids that the winning tile may have: the red five is one of its own."""
    from scorer import Tile

    tile = Tile.parse(text)
    if tile.red:
        return (4 * tile.kind,)
    first = 1 if tile.kind < 27 and tile.kind % 9 == 4 else 0
    return tuple(range(4 * tile.kind + first, 4 * tile.kind + 4))


def _riichienv(record: Record) -> Job:
    from riichienv import HandEvaluator, Meld, MeldType

    used: dict[int, int] = {}
    tiles = _ids(record["hand"], used)
    win = _win_among(tiles, record["win_tile"])
    kinds = {
        "chi": MeldType.Chi,
        "pon": MeldType.Pon,
        "daiminkan": MeldType.Daiminkan,
        "kakan": MeldType.Kakan,
        "ankan": MeldType.Ankan,
    }
    melds = [
        Meld(kinds[meld["type"]], _ids(meld["tiles"], used), meld["type"] != "ankan")
        for meld in record["melds"]
    ]
    dora, ura = _indicators(record)
    conditions, evaluator = _conditions(record), HandEvaluator(tiles, melds)
    return lambda: evaluator.calc(
        win_tile=win, dora_indicators=dora, ura_indicators=ura, conditions=conditions
    )


def _conditions(record: Record) -> Conditions:
    from riichienv import Conditions, Wind

    winds = {"E": Wind.East, "S": Wind.South, "W": Wind.West, "N": Wind.North}
    return Conditions(
        **{flag: record[flag] for flag in _FLAGS},
        tsumo=record["tsumo"],
        riichi=record["riichi"] == "riichi",
        double_riichi=record["riichi"] == "double",
        player_wind=winds[record["seat_wind"]],
        round_wind=winds[record["round_wind"]],
        honba=record["honba"],
        riichi_sticks=record["riichi_sticks"],
    )


PROGRAMS: Mapping[str, Callable[[Record], Job]] = {
    "scorer": _ours,
    "explained": _explained,
    "mahjong": _mahjong,
    "riichienv": _riichienv,
}


def _seconds(jobs: Sequence[Job]) -> float:
    start = time.process_time()
    for job in jobs:
        job()
    return time.process_time() - start


def _best_seconds(records: Sequence[Record]) -> dict[str, float]:
    """Return the seconds of each program for ``records``: the best of ``ROUNDS`` turns in turn."""
    jobs = {name: [make(record) for record in records] for name, make in PROGRAMS.items()}
    best = dict.fromkeys(jobs, float("inf"))
    for _ in range(ROUNDS):
        for name, work in jobs.items():
            best[name] = min(best[name], _seconds(work))
    return best


def _unseen(records: Sequence[Record]) -> float:
    """Return hands per second of our scorer when nothing about them is remembered."""
    jobs = [_ours(record) for record in records]
    best = float("inf")
    for _ in range(ROUNDS):
        suit_splits.cache_clear()
        known_suit.cache_clear()
        best = min(best, _seconds(jobs))
    return len(records) / best


def measure(records: Sequence[Record]) -> dict[str, float]:
    """Return hands per second of each program, measured chunk by chunk on the same hands."""
    total = dict.fromkeys(PROGRAMS, 0.0)
    for start in range(0, len(records), CHUNK):
        for name, seconds in _best_seconds(records[start : start + CHUNK]).items():
            total[name] += seconds
    return {name: len(records) / seconds for name, seconds in total.items()}


def main(arguments: Sequence[str]) -> None:
    path = Path(arguments[0]) if arguments else WINS
    lines = path.read_text(encoding="utf-8").splitlines()
    records = [record for record in map(json.loads, lines) if record["players"] == 4]
    rates = measure(records) | {"unseen": _unseen(records)}
    print(f"{len(records)} real wins of four players, best of {ROUNDS} turns each {CHUNK}")
    for name, rate in rates.items():
        ratio = rates["scorer"] / rate
        print(f"{name:10} {rate:10,.0f} hands/s   scorer is {ratio:6.2f} times as fast")
    print(f"explained is {rates['explained'] / rates['mahjong']:.2f} times as fast as mahjong")
    print(f"unseen is {rates['unseen'] / rates['mahjong']:.2f} times as fast as mahjong")


if __name__ == "__main__":
    main(sys.argv[1:])
