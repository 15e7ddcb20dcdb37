"""Wins of games played by an independent engine: who held, called and threw what."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from riichienv import ActionType, RiichiEnv, calculate_shanten

_HONOURS: Final = dict(zip("ESWNPFC", (f"{n}z" for n in range(1, 8)), strict=True))
_EAGERLY: Final = (
    ActionType.TSUMO,
    ActionType.RON,
    ActionType.RIICHI,
    ActionType.ANKAN,
    ActionType.KAKAN,
    ActionType.DAIMINKAN,
    ActionType.KITA,
)
#: Tiles that are drawn until the hand ends, by players.
_DRAWN: Final = {4: 70, 3: 55}


@dataclass(frozen=True, slots=True)
class Call:
    """A called set in mpsz: ``own`` tiles, the ``called`` one (none in an ankan), the ``added`` one
    of a kakan, and whose it was (1 shimocha, 2 toimen, 3 kamicha, 0 nobody)."""

    type: str
    own: tuple[str, ...]
    called: str | None = None
    from_seat: int = 0
    added: str | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard; ``sideways`` for the riichi tile or the one laid in its place."""

    tile: str
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the log of the game says of the winner: of the riichi, and of the last tile."""

    double_riichi: bool
    ippatsu: bool
    last_tile: bool
    first_turn: bool


@dataclass(frozen=True, slots=True)
class Win:
    """The table when somebody won; seats 0..3 in the order of play.

    ``concealed`` lacks the winning tile; ``rivers`` still hold it after a ron.  ``nuki`` are each
    seat's north tiles set aside.
    """

    winner: int
    discarder: int | None
    concealed: tuple[str, ...]
    win_tile: str
    calls: tuple[tuple[Call, ...], ...]
    rivers: tuple[tuple[Discard, ...], ...]
    dora: tuple[str, ...]
    ura: tuple[str, ...]
    riichi: tuple[bool, ...]
    dealer: int = 0
    nuki: tuple[int, ...] = (0, 0, 0, 0)
    circumstances: Circumstances | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.rivers)


def wins(seed: int, players: int = 4) -> Iterator[Win]:
    """Yield the wins of games played by simple agents, one game after another, without end."""
    rng = random.Random(seed)
    while True:
        yield from _wins_of(played(rng, players))


def played(rng: random.Random, players: int = 4) -> list[dict[str, Any]]:
    """Return the log of one game of three or four simple agents."""
    env = RiichiEnv(game_mode=f"{players}p-red-half", seed=rng.randrange(2**31))
    observations = env.reset()
    eager = rng.choice((0.05, 0.3, 0.6))
    while not env.done():
        observations = env.step(
            {seat: _choose(seen, rng, eager) for seat, seen in sorted(observations.items())}
        )
    return list(env.mjai_log)


def _choose(seen: Any, rng: random.Random, eager: float) -> Any:
    """Win when possible, declare riichi and kans, call now and then, else discard for tempo."""
    actions: dict[Any, list[Any]] = {}
    for action in seen.legal_actions():
        actions.setdefault(action.action_type, []).append(action)
    for kind in _EAGERLY:
        if kind in actions and rng.random() < 0.9:
            return rng.choice(actions[kind])
    calls = [a for kind in (ActionType.PON, ActionType.CHI) for a in actions.get(kind, ())]
    if calls and rng.random() < eager:
        return rng.choice(calls)
    if ActionType.DISCARD in actions:
        return _discard(seen, actions[ActionType.DISCARD], rng)
    return actions.get(ActionType.PASS, seen.legal_actions())[0]


def _discard(seen: Any, choices: list[Any], rng: random.Random) -> Any:
    by_kind = {action.tile // 4: action for action in choices}
    hand = list(seen.hand)

    def rest(action: Any) -> tuple[int, float]:
        left = hand.copy()
        left.remove(action.tile)
        return calculate_shanten(left), rng.random()

    return min(by_kind.values(), key=rest)


def mpsz(tile: str) -> str:
    if tile in _HONOURS:
        return _HONOURS[tile]
    return f"0{tile[1]}" if tile.endswith("r") else tile


@dataclass
class Board:
    """The table while a log is read."""

    hands: list[list[str]]
    dora: list[str]
    calls: list[list[Call]] = field(default_factory=lambda: [[], [], [], []])
    rivers: list[list[Discard]] = field(default_factory=lambda: [[], [], [], []])
    riichi: list[bool] = field(default_factory=lambda: [False] * 4)
    turn_next: list[bool] = field(default_factory=lambda: [False] * 4)
    drawn: str = ""
    robbed: bool = False
    dealer: int = 0
    draws: int = 0
    called: bool = False
    ippatsu: list[bool] = field(default_factory=lambda: [False] * 4)
    double: list[bool] = field(default_factory=lambda: [False] * 4)
    nuki: list[int] = field(default_factory=lambda: [0] * 4)

    def read(self, event: Mapping[str, Any]) -> None:
        """Follow one event of the log."""
        handler = getattr(self, f"_{event['type']}", None)
        if handler is not None:
            handler(event)

    def _tsumo(self, event: Mapping[str, Any]) -> None:
        self.drawn, self.robbed = mpsz(event["pai"]), False
        self.draws += 1
        self.hands[event["actor"]].append(self.drawn)

    def _reach(self, event: Mapping[str, Any]) -> None:
        seat = event["actor"]
        self.riichi[seat] = self.turn_next[seat] = True
        self.double[seat] = not self.called and not self.rivers[seat]

    def _reach_accepted(self, event: Mapping[str, Any]) -> None:
        self.ippatsu[event["actor"]] = True

    def _interrupt(self) -> None:
        self.called = True
        self.ippatsu = [False] * 4

    def _kita(self, event: Mapping[str, Any]) -> None:
        self._interrupt()
        self.hands[event["actor"]].remove("4z")
        self.nuki[event["actor"]] += 1

    def _dahai(self, event: Mapping[str, Any]) -> None:
        seat, tile = event["actor"], mpsz(event["pai"])
        self.hands[seat].remove(tile)
        self.rivers[seat].append(Discard(tile, self.turn_next[seat]))
        self.turn_next[seat] = self.ippatsu[seat] = False

    def _dora(self, event: Mapping[str, Any]) -> None:
        self.dora.append(mpsz(event["dora_marker"]))

    def _call(self, event: Mapping[str, Any]) -> None:
        self._interrupt()
        seat, target = event["actor"], event["target"]
        own = tuple(mpsz(tile) for tile in event["consumed"])
        for tile in own:
            self.hands[seat].remove(tile)
        taken = self.rivers[target].pop()
        self.turn_next[target] |= taken.sideways
        call = Call(event["type"], own, mpsz(event["pai"]), (target - seat) % 4)
        self.calls[seat].append(call)

    _chi = _pon = _daiminkan = _call

    def _ankan(self, event: Mapping[str, Any]) -> None:
        self._interrupt()
        own = tuple(mpsz(tile) for tile in event["consumed"])
        for tile in own:
            self.hands[event["actor"]].remove(tile)
        self.calls[event["actor"]].append(Call("ankan", own))

    def _kakan(self, event: Mapping[str, Any]) -> None:
        self._interrupt()
        seat, added = event["actor"], mpsz(event["pai"])
        self.hands[seat].remove(added)
        self.robbed = True
        was = {_plain(added)}
        at = next(
            i
            for i, call in enumerate(self.calls[seat])
            if call.type == "pon" and {_plain(tile) for tile in call.own} == was
        )
        pon = self.calls[seat][at]
        self.calls[seat][at] = Call("kakan", pon.own, pon.called, pon.from_seat, added)


def _plain(tile: str) -> str:
    return tile.replace("0", "5")


def _wins_of(log: list[dict[str, Any]]) -> Iterator[Win]:
    """Yield the first win of each hand but robbed kans, whose tile lies in a set."""
    board = Board([], [])
    won = False
    for event in log:
        if event["type"] == "start_kyoku":
            hands = [[mpsz(tile) for tile in hand] for hand in event["tehais"]]
            board = Board(hands, [mpsz(event["dora_marker"])], dealer=event["oya"])
            won = False
        elif event["type"] == "hora" and not won:
            won = True
            if event["actor"] == event["target"] or not board.robbed:
                yield _win(board, event)
        board.read(event)


def _win(board: Board, event: Mapping[str, Any]) -> Win:
    winner, target = event["actor"], event["target"]
    hand = list(board.hands[winner])
    tile = board.drawn
    if winner == target:
        hand.remove(tile)
    else:
        tile = board.rivers[target][-1].tile
    seats = range(len(board.hands))
    return Win(
        winner,
        None if winner == target else target,
        tuple(hand),
        tile,
        tuple(tuple(board.calls[seat]) for seat in seats),
        tuple(tuple(board.rivers[seat]) for seat in seats),
        tuple(board.dora),
        tuple(mpsz(tile) for tile in event.get("ura_markers", ())),
        tuple(board.riichi[seat] for seat in seats),
        board.dealer,
        tuple(board.nuki[seat] for seat in seats),
        _circumstances(board, winner),
    )


def _circumstances(board: Board, winner: int) -> Circumstances:
    return Circumstances(
        board.double[winner],
        board.ippatsu[winner],
        board.draws == _DRAWN[len(board.hands)],
        not board.called and not board.rivers[winner],
    )
