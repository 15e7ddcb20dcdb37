"""Games of an independent engine (PyPI riichienv, Tenhou rules), told in events of the ledger."""

import random
from dataclasses import replace

from riichienv import ActionType, GameRule, RiichiEnv, calculate_shanten, calculate_shanten_3p

from scorer._game_events import (
    Abort,
    AbortiveDraw,
    ExhaustiveDraw,
    Pao,
    RiichiDeclared,
    Win,
    Winner,
)
from scorer._hand import Meld, MeldType
from scorer._rulefile import load_rules
from scorer._rules import TENHOU
from scorer._tile import Tile
from scorer._waits import waits

HONOURS = dict(zip("ESWNPFC", "1234567", strict=True))
ABORTS = {
    "kyushu_kyuhai": Abort.KYUUSHU_KYUUHAI,
    "suufon_renda": Abort.SUUFON_RENDA,
    "suucha_riichi": Abort.SUUCHA_RIICHI,
    "suukansansen": Abort.SUUKAIKAN,
    "sanchaho": Abort.SANCHAHOU,
}
AT_ONCE = (ActionType.RON, ActionType.TSUMO, ActionType.KYUSHU_KYUHAI, ActionType.RIICHI)
AT_TIMES = (
    ActionType.KITA,
    ActionType.ANKAN,
    ActionType.KAKAN,
    ActionType.DAIMINKAN,
    ActionType.PON,
    ActionType.CHI,
)
SANMA = load_rules("sanma-tenhou")
MODES = {
    "4p-red-half": TENHOU,
    "4p-red-east": replace(TENHOU, length="tonpuu"),
    "3p-red-half": SANMA,
}


def play(mode, seed):
    """Return an engine that has played one game of simple players to its end."""
    rng = random.Random(seed)
    engine = RiichiEnv(game_mode=mode, seed=seed, rule=GameRule.default_tenhou())
    shanten = calculate_shanten_3p if mode.startswith("3p") else calculate_shanten
    seen = engine.reset()
    while not engine.done():
        seen = engine.step({seat: _choice(view, rng, shanten) for seat, view in seen.items()})
    return engine


def _choice(view, rng, shanten):
    """Win, riichi and abort always, call now and then, else discard towards tenpai."""
    actions = {}
    for action in view.legal_actions():
        actions.setdefault(int(action.action_type), []).append(action)
    for kind in AT_ONCE:
        if int(kind) in actions:
            return actions[int(kind)][0]
    for kind in AT_TIMES:
        if int(kind) in actions and rng.random() < 0.2:
            return actions[int(kind)][0]
    discards = actions.get(int(ActionType.DISCARD))
    if discards is None:
        return actions[int(ActionType.PASS)][0]
    return min(discards, key=lambda discard: (shanten(_without(view, discard)), rng.random()))


def _without(view, discard):
    hand = list(view.hand)
    hand.remove(discard.tile)
    return hand


def hands_of(log):
    """Return the engine's log cut into hands, each a list that begins with ``start_kyoku``."""
    hands = []
    for entry in log:
        if entry["type"] == "start_kyoku":
            hands.append([entry])
        elif hands:
            hands[-1].append(entry)
    return hands


def tile_of(name):
    """Return the tile that the engine writes as ``name``, such as ``5pr`` or ``F``."""
    if name in HONOURS:
        return Tile.parse(HONOURS[name] + "z")
    return Tile.parse(name.replace("5", "0")[:2] if name.endswith("r") else name)


class Hand:
    """What the log tells of one hand: the tiles of every player, then the events."""

    def __init__(self, entries, rules):
        self.start = entries[0]
        self.rules = rules
        self.tiles = [[tile_of(name) for name in tiles] for tiles in self.start["tehais"]]
        self.calls = [0] * 4
        self.events = []
        self.wins = []
        for entry in entries[1:]:
            getattr(self, f"_{entry['type']}", self._other)(entry)
        if self.wins:
            self.events.append(self._win())

    def _other(self, entry):
        for name in entry.get("consumed", ()):
            self.tiles[entry["actor"]].remove(tile_of(name))
        self.calls[entry["actor"]] += 1

    def _nothing(self, entry):
        """Entries that change nothing here."""

    _dora = _reach = _end_kyoku = _end_game = _nothing

    def _tsumo(self, entry):
        self.tiles[entry["actor"]].append(tile_of(entry["pai"]))

    def _dahai(self, entry):
        self.tiles[entry["actor"]].remove(tile_of(entry["pai"]))

    _kakan = _dahai

    def _kita(self, entry):
        self.tiles[entry["actor"]].remove(tile_of("N"))

    def _reach_accepted(self, entry):
        self.events.append(RiichiDeclared(entry["actor"]))

    def _hora(self, entry):
        self.wins.append(entry)

    def _ryukyoku(self, entry):
        if entry["reason"] in ABORTS:
            self.events.append(AbortiveDraw(ABORTS[entry["reason"]]))
            return
        seats = range(self.rules.players)
        gains = [seat for seat in seats if entry["deltas"][seat] > 0]
        nagashi = gains if "nagashi" in entry["reason"] else ()
        tenpai = tuple(seat for seat in seats if self._is_tenpai(seat))
        self.events.append(ExhaustiveDraw(tenpai, tuple(nagashi)))

    def _is_tenpai(self, seat):
        """Tell tenpai as the engine does, which lets a wait lie in the player's own called sets."""
        calls = [Meld(MeldType.PON, ())] * self.calls[seat]
        return bool(waits(self.tiles[seat], calls, players=self.rules.players))

    def _win(self):
        first = self.wins[0]
        winners = tuple(self._winner(entry, entry is first) for entry in self.wins)
        return Win(winners, None if first.get("tsumo") else first["target"])

    def _winner(self, entry, is_first):
        player, deltas = entry["actor"], entry["deltas"]
        points = deltas[player] - is_first * self._extras(entry)
        payers = [seat for seat in range(self.rules.players) if deltas[seat] < 0]
        if entry.get("tsumo"):
            liable = payers if len(payers) == 1 else []
        else:
            liable = [seat for seat in payers if seat != entry["target"]]
        return Winner(player, points, Pao(liable[0], points) if liable else None)

    def _extras(self, entry):
        sticks = 1000 * (self.start["kyotaku"] + len(self.events))
        rules = self.rules
        each = rules.honba_tsumo * (rules.players - 1) if entry.get("tsumo") else rules.honba_ron
        return sticks + each * self.start["honba"]
