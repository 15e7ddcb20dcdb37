"""Random complete wins for our scorer and for PyPI mahjong, with rules that both know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from mahjong.hand_calculating.hand_config import OptionalRules

from scorer import (
    TENHOU,
    MeldType,
    Riichi,
    Rules,
    Tile,
    WinContext,
    Wind,
    load_rules,
)

YAOCHUU = (0, 8, 9, 17, 18, 26, *range(27, 34))


@dataclass(frozen=True)
class Case:
    """A win for both programs: tiles are ids 0..135, four of a kind, id 0 of a five is red."""

    concealed: tuple[int, ...]
    melds: tuple[tuple[MeldType, tuple[int, ...]], ...]
    win: int
    context: WinContext
    rules: Rules
    dora: tuple[int, ...]
    ura: tuple[int, ...]


def _is_red(tile: int) -> bool:
    return tile % 4 == 0 and tile // 4 in (4, 13, 22)


def tile_of(tile: int) -> Tile:
    return Tile(tile // 4, _is_red(tile))


class _Drawer:
    """Draws tiles without taking a copy twice."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.left = [4] * 34
        self.ids = [rng.sample(range(4), 4) for _ in range(34)]
        self.kinds = self._kinds()

    def _kinds(self) -> list[int]:
        """Return the kinds to draw from, often of a few families so that rare yaku come up."""
        suits = [range(0, 9), range(9, 18), range(18, 27)]
        honours = range(27, 34)
        choice = self.rng.random()
        if choice < 0.4:
            return list(range(34))
        if choice < 0.65:
            return [*self.rng.choice(suits), *(honours if self.rng.random() < 0.6 else ())]
        if choice < 0.75:
            return list(YAOCHUU)
        if choice < 0.8:
            return list(honours)
        if choice < 0.9:
            return [kind for kind in range(27) if kind not in YAOCHUU]
        number = self.rng.randrange(7)
        return [9 * suit + number + i for suit in range(3) for i in range(3)] + [*honours][:2]

    def take(self, kind: int, count: int = 1) -> list[int] | None:
        if self.left[kind] < count:
            return None
        self.left[kind] -= count
        start = 4 - self.left[kind] - count
        return [4 * kind + self.ids[kind][i] for i in range(start, start + count)]

    def run(self) -> list[int] | None:
        first = self.rng.choice(self.kinds)
        if first > 26 or first % 9 > 6 or not all(self.left[first + i] for i in range(3)):
            return None
        return [tile for i in range(3) for tile in self.take(first + i) or ()]

    def same(self, count: int) -> list[int] | None:
        return self.take(self.rng.choice(self.kinds), count)


def _sets(drawer: _Drawer) -> list[tuple[MeldType | None, tuple[int, ...]]]:
    """Return four sets, each called (its type) or concealed (``None``)."""
    rng = drawer.rng
    open_share = rng.choice((0.0, 0.0, 0.0, 0.3, 0.6, 1.0))
    run_share = rng.choice((0.1, 0.5, 0.8, 1.0))
    found: list[tuple[MeldType | None, tuple[int, ...]]] = []
    for _ in range(400):
        if len(found) == 4:
            break
        is_open = rng.random() < open_share
        if rng.random() < run_share:
            kind, tiles = MeldType.CHI if is_open else None, drawer.run()
        elif rng.random() < 0.2:
            kan = rng.choice((MeldType.DAIMINKAN, MeldType.KAKAN)) if is_open else MeldType.ANKAN
            kind, tiles = kan, drawer.same(4)
        else:
            kind, tiles = MeldType.PON if is_open else None, drawer.same(3)
        if tiles:
            found.append((kind, tuple(tiles)))
    return found


def _standard(drawer: _Drawer) -> tuple[list[int], list[tuple[MeldType, tuple[int, ...]]]] | None:
    sets = _sets(drawer)
    pair = next((tiles for _ in range(60) if (tiles := drawer.same(2))), None)
    if len(sets) < 4 or pair is None:
        return None
    concealed = pair + [tile for kind, tiles in sets if kind is None for tile in tiles]
    return concealed, [(kind, tiles) for kind, tiles in sets if kind is not None]


def _pairs(drawer: _Drawer) -> list[int] | None:
    kinds = sorted(set(drawer.kinds))
    if len(kinds) < 7:
        return None
    return [t for kind in drawer.rng.sample(kinds, 7) for t in drawer.take(kind, 2) or ()]


def _orphans(drawer: _Drawer) -> list[int]:
    extra = drawer.rng.choice(YAOCHUU)
    return [t for kind in (*YAOCHUU, extra) for t in drawer.take(kind) or ()]


def _shape(drawer: _Drawer) -> tuple[list[int], list[tuple[MeldType, tuple[int, ...]]]] | None:
    choice = drawer.rng.random()
    if choice < 0.9:
        return _standard(drawer)
    tiles = _pairs(drawer) if choice < 0.98 else _orphans(drawer)
    return None if tiles is None else (tiles, [])


@cache
def rule_choices() -> tuple[tuple[Rules, OptionalRules], ...]:
    """Return rules of ours with the same of PyPI mahjong, each object made once."""
    rng = random.Random(7)
    found = []
    for number in range(64):
        bits = [number == 0 or rng.random() < 0.5 for _ in range(6)]
        kazoe = rng.randrange(3) if number else 0
        found.append((_ours(f"random-{number}", bits, kazoe), _peers(bits, kazoe)))
    return tuple(found)


def _ours(name: str, bits: Sequence[bool], kazoe: int) -> Rules:
    return replace(
        TENHOU,
        name=name,
        kuitan=bits[0],
        red_fives=(1, 1, 1) if bits[1] else (0, 0, 0),
        double_yakuman=() if bits[2] else load_rules("mahjong-soul").double_yakuman,
        kiriage=not bits[3],
        open_pinfu_fu=30 if bits[4] else 20,
        pinfu_tsumo=bits[5],
        kazoe=("yakuman", "sanbaiman", "no_limit")[kazoe],
        yakuman_cap=6,
    )


def _peers(bits: Sequence[bool], kazoe: int) -> OptionalRules:
    return OptionalRules(
        has_open_tanyao=bits[0],
        has_aka_dora=bits[1],
        has_double_yakuman=not bits[2],
        kiriage=not bits[3],
        fu_for_open_pinfu=bits[4],
        fu_for_pinfu_tsumo=not bits[5],
        kazoe_limit=kazoe,
    )


def _flags(rng: random.Random, closed: bool, kans: bool, melds: bool) -> dict[str, Any]:
    """Return circumstances that can be together."""
    tsumo = rng.random() < 0.5
    dealer = rng.random() < 0.3
    riichi = rng.choice((Riichi.NONE, Riichi.RIICHI, Riichi.DOUBLE)) if closed else Riichi.NONE
    flags: dict[str, Any] = {"tsumo": tsumo, "riichi": riichi}
    flags["seat_wind"] = Wind.E if dealer else rng.choice((Wind.S, Wind.W, Wind.N))
    flags["round_wind"] = rng.choice(tuple(Wind))
    choice = rng.random()
    if choice < 0.08:
        flags["haitei" if tsumo else "houtei"] = True
    elif choice < 0.2 and (kans if tsumo else True):
        flags["rinshan" if tsumo else "chankan"] = True
    elif choice < 0.21 and tsumo and not melds and riichi is Riichi.NONE:
        flags["tenhou" if dealer else "chiihou"] = True
    if riichi is not Riichi.NONE and not flags.get("rinshan") and rng.random() < 0.3:
        flags["ippatsu"] = True
    if not tsumo:
        others = [wind for wind in Wind if wind is not flags["seat_wind"]]
        flags["discarder"] = rng.choice(others)
    return flags | {"honba": rng.choice((0, 0, 1, 3)), "riichi_sticks": rng.choice((0, 0, 1, 2))}


def _indicators(drawer: _Drawer, count: int) -> tuple[int, ...]:
    found: list[int] = []
    while len(found) < count:
        kind = drawer.rng.randrange(34)
        found += drawer.take(kind) or ()
    return tuple(found)


def draw(rng: random.Random) -> Case:
    """Return a random case; every one is a complete hand."""
    shape = None
    while shape is None:
        drawer = _Drawer(rng)
        shape = _shape(drawer)
    concealed, melds = shape
    win = rng.choice(concealed)
    closed = all(kind is MeldType.ANKAN for kind, _ in melds)
    kans = any(len(tiles) == 4 for _, tiles in melds)
    flags = _flags(rng, closed, kans, bool(melds))
    dora = _indicators(drawer, rng.choice((1, 1, 1, 2, 4)))
    ura: tuple[int, ...] = ()
    if flags["riichi"] is not Riichi.NONE:
        ura = _indicators(drawer, len(dora))
    if drawer.left[win // 4] < 3:
        flags.pop("chankan", None)
    context = WinContext(
        dora_indicators=tuple(map(tile_of, dora)), ura_indicators=tuple(map(tile_of, ura)), **flags
    )
    rules = rng.choice(rule_choices())[0]
    return Case(tuple(concealed), tuple(melds), win, context, rules, dora, ura)
