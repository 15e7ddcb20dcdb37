"""Games of an independent engine, cut into the moments in which a camera sees the table at rest."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from datasets.layout_games import Board, Call, Discard, mpsz, played
from scorer import Meld, MeldType, parse_tiles, waits

#: So many discards are made before the table is looked at again, at most.
PACE: Final = 16
#: After these the table is looked at.
_LOOKED_AT: Final = ("reach_accepted", "chi", "pon", "daiminkan", "ankan", "kakan")


@dataclass(frozen=True, slots=True)
class Still:
    """What lies on the table; seats 0..3 in the order of play, tiles in mpsz.

    ``hands`` are hidden from the camera unless their seat is in ``shown``; ``drawn`` tiles of the
    live wall are gone, ``kans`` replacements too; ``riichi`` seats have a stick out.  A tile in
    ``apart`` lies apart from the row of its seat: the one that was won by tsumo.
    """

    hands: tuple[tuple[str, ...], ...]
    calls: tuple[tuple[Call, ...], ...]
    rivers: tuple[tuple[Discard, ...], ...]
    dora: tuple[str, ...]
    drawn: int
    riichi: tuple[bool, ...]
    shown: frozenset[int] = frozenset()
    apart: tuple[str | None, ...] = (None,) * 4
    ura: tuple[str, ...] = ()

    @property
    def kans(self) -> int:
        """How many kans were called: so many replacement tiles are gone from the dead wall."""
        return sum(call.type.endswith("kan") for calls in self.calls for call in calls)


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at rest after seat ``actor`` did something."""

    actor: int
    still: Still


@dataclass(frozen=True, slots=True)
class Round:
    """One hand of a game: how it began, what a camera could see, and what the engine says it paid.

    ``wind`` of the round (``ESWN``), ``honba`` and ``sticks`` lie there when it begins.  ``before``
    and ``after`` are the scores, those after with the sticks of riichi paid.  ``winners`` is empty
    after a draw, whose ``reason`` is the engine's.
    """

    wind: str
    dealer: int
    honba: int
    sticks: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    moments: tuple[Moment, ...]
    winners: tuple[int, ...]
    reason: str = ""

    @property
    def label(self) -> str:
        """Its name, as ``E1.0``: wind, number, honba."""
        return f"{self.wind}{self.dealer + 1}.{self.honba}"


def game(seed: int) -> tuple[Round, ...]:
    """Return the hands of one game of four players, the same for the same ``seed``."""
    log = played(random.Random(seed))
    starts = [at for at, event in enumerate(log) if event["type"] == "start_kyoku"]
    hands = [log[a:b] for a, b in zip(starts, [*starts[1:], len(log)], strict=True)]
    return tuple(_round(hand) for hand in hands)


def _round(log: Sequence[Mapping[str, Any]]) -> Round:
    start = log[0]
    moments = tuple(_moments(log))
    ends = [event for event in log if event["type"] in ("hora", "ryukyoku")]
    after = list(start["scores"])
    for event in log:
        if event["type"] == "reach_accepted":
            after[event["actor"]] -= 1000
    for end in ends:
        after = [score + delta for score, delta in zip(after, end["deltas"], strict=True)]
    return Round(
        wind=start["bakaze"],
        dealer=start["oya"],
        honba=start["honba"],
        sticks=start["kyotaku"],
        before=tuple(start["scores"]),
        after=tuple(after),
        moments=moments,
        winners=tuple(end["actor"] for end in ends if end["type"] == "hora"),
        reason=next((end["reason"] for end in ends if end["type"] == "ryukyoku"), ""),
    )


def _moments(log: Sequence[Mapping[str, Any]]) -> Iterator[Moment]:
    """Yield the table as dealt, after riichi, calls and some discards, and at the end."""
    start = log[0]
    board = Board(
        [[mpsz(t) for t in hand] for hand in start["tehais"]], [mpsz(start["dora_marker"])]
    )
    drawn, quiet = 0, 0
    sticks = [False] * 4
    yield Moment(start["oya"], _still(board, drawn, sticks))
    for event in log[1:]:
        if event["type"] in ("hora", "ryukyoku"):
            yield _end(board, drawn, sticks, [e for e in log if e["type"] == event["type"]])
            return
        board.read(event)
        drawn += event["type"] == "tsumo"
        quiet += event["type"] == "dahai"
        if event["type"] == "reach_accepted":
            sticks[event["actor"]] = True
        if event["type"] in _LOOKED_AT or quiet == PACE:
            quiet = 0
            yield Moment(event["actor"], _still(board, drawn, sticks))


def _still(board: Board, drawn: int, sticks: Sequence[bool]) -> Still:
    return Still(
        tuple(tuple(hand) for hand in board.hands),
        tuple(tuple(calls) for calls in board.calls),
        tuple(tuple(river) for river in board.rivers),
        tuple(board.dora),
        drawn,
        tuple(sticks),
    )


def _end(
    board: Board, drawn: int, sticks: Sequence[bool], ends: Sequence[Mapping[str, Any]]
) -> Moment:
    """Return the table when the hands that count were laid down: the winners', or all in tenpai."""
    still = _still(board, drawn, sticks)
    if ends[0]["type"] == "ryukyoku":
        tenpai = frozenset(seat for seat in range(4) if _is_tenpai(board, seat))
        return Moment(0, replace(still, shown=tenpai))
    winners = [end["actor"] for end in ends]
    ura = tuple(mpsz(tile) for end in ends for tile in end.get("ura_markers", ()))
    still = replace(still, shown=frozenset(winners), ura=ura[: len(board.dora)])
    if ends[0]["target"] != winners[0]:
        return Moment(winners[0], still)
    return Moment(winners[0], _with_apart(still, winners[0], board.drawn))


def _with_apart(still: Still, seat: int, tile: str) -> Still:
    hand = list(still.hands[seat])
    hand.remove(tile)
    hands = tuple(tuple(hand) if at == seat else one for at, one in enumerate(still.hands))
    apart = tuple(tile if at == seat else None for at in range(4))
    return replace(still, hands=hands, apart=apart)


def _is_tenpai(board: Board, seat: int) -> bool:
    """Tell tenpai as the engine does, which lets a wait lie in the player's own called sets."""
    calls = [Meld(MeldType.PON, ())] * len(board.calls[seat])
    return bool(waits(parse_tiles(" ".join(board.hands[seat])), calls))
