"""Random complete hands scored by ours and by PyPI mahjong; every difference is told.

``python -m datasets.differential OUT.jsonl [HANDS]`` works in chunks of ``CHUNK`` hands, each
chunk drawn from its own number, appends one line a chunk to OUT.jsonl and skips those that are
there: run it again to go on.  Hands have every kind of set, all winds, flags and the rule options
that both know.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld as PeerMeld

from datasets.differential_hands import Case, draw, rule_choices, tile_of
from scorer import (
    Hand,
    Meld,
    MeldType,
    Riichi,
    Score,
    ScoringError,
    score,
)

CHUNK = 10_000
EXPLAINED = ("", "reading", "open_pinfu_tsumo")
NAMES = {
    "Menzen Tsumo": "menzen_tsumo",
    "Iipeiko": "iipeikou",
    "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei",
    "Rinshan Kaihou": "rinshan",
    "Chantai": "chanta",
    "San Ankou": "sanankou",
    "San Kantsu": "sankantsu",
    "Shou Sangen": "shousangen",
    "Kokushi Musou": "kokushi",
    "Kokushi Musou Juusanmen Matchi": "kokushi_13",
    "Chuuren Poutou": "chuuren",
    "Daburu Chuuren Poutou": "junsei_chuuren",
    "Suu Ankou": "suuankou",
    "Suu Ankou Tanki": "suuankou_tanki",
    "Suu Kantsu": "suukantsu",
    "Tsuu Iisou": "tsuuiisou",
    "Dai Suushii": "daisuushii",
}
DORA = {"Dora": "dora", "Aka Dora": "akadora", "Ura Dora": "uradora"}
#: What a case shows: (yaku or an error code, han, fu, points, the winner's gain).
Answer = tuple[Any, ...]


def hand_of(case: Case) -> Hand:
    """Return the case's hand in our types."""
    return Hand(
        tuple(map(tile_of, case.concealed)),
        tile_of(case.win),
        tuple(Meld(kind, tuple(map(tile_of, tiles))) for kind, tiles in case.melds),
    )


def _our_yaku(result: Score) -> list[tuple[str, int]]:
    found = [(yaku.id, yaku.han) for yaku in result.yaku]
    dora = (("dora", result.dora), ("akadora", result.akadora), ("uradora", result.uradora))
    return sorted(found + [pair for pair in dora if pair[1]])


def ours(case: Case) -> Answer:
    """Return our answer."""
    try:
        result = score(hand_of(case), case.context, case.rules)
    except ScoringError as error:
        return (error.code,)
    yakuman = bool(result.yakuman)
    han = sum(yaku.han for yaku in result.yaku) if yakuman else result.han
    gain = result.deltas[case.context.seat_wind]
    return _our_yaku(result), han, None if yakuman else result.fu, result.points, gain


def _peer_yaku(yaku: Any, closed: bool) -> tuple[str, int]:
    name = str(yaku.name)
    if name.startswith("Yakuhai ("):
        word = name.removeprefix("Yakuhai (").removesuffix(")")
        short = "_".join(word.split()[:2])
        return short, 1
    ours_id = DORA.get(name) or NAMES.get(name) or name.lower().replace(" ", "_")
    return ours_id, yaku.han_closed if closed else yaku.han_open


def _config(case: Case) -> HandConfig:
    context = case.context
    options = next(peer for rules, peer in rule_choices() if rules is case.rules)
    return HandConfig(
        is_tsumo=context.tsumo,
        is_riichi=context.riichi is Riichi.RIICHI,
        is_daburu_riichi=context.riichi is Riichi.DOUBLE,
        is_ippatsu=context.ippatsu,
        is_rinshan=context.rinshan,
        is_chankan=context.chankan,
        is_haitei=context.haitei,
        is_houtei=context.houtei,
        is_tenhou=context.tenhou,
        is_chiihou=context.chiihou,
        player_wind=EAST + context.seat_wind,
        round_wind=EAST + context.round_wind,
        tsumi_number=context.honba,
        kyoutaku_number=context.riichi_sticks,
        options=options,
    )


def peers(case: Case) -> Answer:
    """Return the answer of PyPI mahjong."""
    kinds = {MeldType.CHI: PeerMeld.CHI, MeldType.PON: PeerMeld.PON}
    melds = [
        PeerMeld(kinds.get(kind, PeerMeld.KAN), list(tiles), kind is not MeldType.ANKAN)
        for kind, tiles in case.melds
    ]
    tiles = [*case.concealed, *(tile for _, meld in case.melds for tile in meld)]
    result = HandCalculator().estimate_hand_value(
        tiles,
        case.win,
        melds=melds,
        dora_indicators=list(case.dora),
        ura_dora_indicators=list(case.ura),
        config=_config(case),
    )
    if result.error or result.yaku is None or result.cost is None:
        return (result.error,)
    closed = all(kind is MeldType.ANKAN for kind, _ in case.melds)
    found = sorted(_peer_yaku(yaku, closed) for yaku in result.yaku)
    yakuman = any(yaku.is_yakuman for yaku in result.yaku)
    return (
        found,
        result.han,
        None if yakuman else result.fu,
        _points(result.cost),
        result.cost["total"],
    )


def _points(cost: Any) -> int:
    counters = cost["main_bonus"] + 2 * cost["additional_bonus"] + cost["kyoutaku_bonus"]
    return int(cost["total"] - counters)


def _is_open_pinfu_tsumo(case: Case, mine: Answer, theirs: Answer) -> bool:
    """Tell whether only the tsumo fu of an open hand without fu differs.

    Where such a hand stays at 20 fu by ron, PyPI mahjong gives it 20 by tsumo too; ours counts the
    2 fu of the tsumo, which makes 30.
    """
    context, rules = case.context, case.rules
    return (
        context.tsumo
        and rules.open_pinfu_fu == 20
        and len(mine) == len(theirs) == 5
        and mine[:2] == theirs[:2]
        and (mine[2], theirs[2]) == (30, 20)
        and any(kind is not MeldType.ANKAN for kind, _ in case.melds)
    )


def difference(case: Case) -> str:
    """Return how the two answers differ: ``""``, a word for what is explained, or the details.

    ``reading``: the same points from another reading; ``open_pinfu_tsumo``: see there.  Nothing
    else is expected.
    """
    mine, theirs = ours(case), peers(case)
    if mine == theirs:
        return ""
    if _is_open_pinfu_tsumo(case, mine, theirs):
        return "open_pinfu_tsumo"
    if len(mine) == 5 and len(theirs) == 5 and mine[3:] == theirs[3:]:
        return "reading"
    return f"{hand_of(case)} {case.context} {case.rules.name}: ours {mine}, mahjong {theirs}"


def run_chunk(number: int, hands: int = CHUNK) -> tuple[Counter[str], list[str]]:
    """Return how many hands of chunk ``number`` were equal, explained or different."""
    rng = random.Random(number)
    counts: Counter[str] = Counter()
    details = []
    for _ in range(hands):
        found = difference(draw(rng))
        kind = found if found in EXPLAINED else "different"
        counts[kind or "equal"] += 1
        if kind == "different":
            details.append(found)
    return counts, details


def _done(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def main(arguments: Sequence[str]) -> None:
    path = Path(arguments[0])
    wanted = int(arguments[1]) if len(arguments) > 1 else 1_000_000
    rows = _done(path)
    done = {row["chunk"] for row in rows}
    with path.open("a", encoding="utf-8") as out:
        for number in range(-(-wanted // CHUNK)):
            if number in done:
                continue
            counts, details = run_chunk(number)
            rows.append({"chunk": number, "counts": counts, "details": details[:20]})
            out.write(json.dumps(rows[-1]) + "\n")
            out.flush()
    total: Counter[str] = Counter()
    for row in rows:
        total.update(row["counts"])
    print(dict(total))


if __name__ == "__main__":
    main(sys.argv[1:])
