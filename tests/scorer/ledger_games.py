"""Games of an independent engine (PyPI riichienv, Tenhou rules), told in events of the ledger."""

import random
from dataclasses import replace

from riichienv import ActionType, GameRule, RiichiEnv, calculate_shanten, calculate_shanten_3p

from scorer._game_events import Abort, AbortiveDraw, ExhaustiveDraw, RiichiDeclared, Win
from scorer._hand import Hand, Meld, MeldType, Riichi, WinContext
from scorer._ledger import play_event
from scorer._ledger_edit import scored_winner
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
LIVE_WALL = {4: 136 - 14 - 52, 3: 108 - 14 - 39}
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


class Table:
    """What the log tells of one hand: every player's tiles and calls, and how the hand ended."""

    def __init__(self, entries, rules):
        self.rules = rules
        start = entries[0]
        self.dealer = start["oya"]
        self.tiles = [[tile_of(name) for name in tiles] for tiles in start["tehais"]]
        self.melds = [[] for _ in self.tiles]
        self.nuki = [0 for _ in self.tiles]
        self.riichi = {}
        self.ippatsu = set()
        self.robbable = set()
        self.discards = [0 for _ in self.tiles]
        self.called = False
        self.draws = 0
        self.drawn = self.put_down = None
        self.replacement = self.kan_tile = False
        self.indicators = [tile_of(start["dora_marker"])]
        self.events = []
        self.wins = []
        for entry in entries[1:]:
            getattr(self, f"_{entry['type']}")(entry)

    def _end_kyoku(self, entry):
        """The hand is over."""

    _end_game = _end_kyoku

    def _dora(self, entry):
        self.indicators.append(tile_of(entry["dora_marker"]))

    def _tsumo(self, entry):
        self.draws += 1
        self.drawn = tile_of(entry["pai"])
        self.tiles[entry["actor"]].append(self.drawn)

    def _dahai(self, entry):
        player = entry["actor"]
        self.put_down = tile_of(entry["pai"])
        self.tiles[player].remove(self.put_down)
        self.discards[player] += 1
        self.ippatsu.discard(player)
        self.replacement = self.kan_tile = False

    def _reach(self, entry):
        first = not self.called and not self.discards[entry["actor"]]
        self.riichi[entry["actor"]] = Riichi.DOUBLE if first else Riichi.RIICHI

    def _reach_accepted(self, entry):
        self.ippatsu.add(entry["actor"])
        self.events.append(RiichiDeclared(entry["actor"]))

    def _interrupted(self):
        self.robbable, self.ippatsu = self.ippatsu, set()
        self.called = True

    def _meld(self, entry):
        player = entry["actor"]
        tiles = [tile_of(name) for name in entry["consumed"]]
        for tile in tiles:
            self.tiles[player].remove(tile)
        called = tile_of(entry["pai"]) if "target" in entry else None
        across = (entry["target"] - player) % self.rules.players if called else 0
        tiles += [called] if called else []
        kind = MeldType(entry["type"])
        self.melds[player].append(Meld(kind, tuple(tiles), called, across))
        self._interrupted()

    _chi = _pon = _meld

    def _daiminkan(self, entry):
        self._meld(entry)
        self.replacement = True

    _ankan = _daiminkan

    def _kakan(self, entry):
        added = tile_of(entry["pai"])
        self.tiles[entry["actor"]].remove(added)
        melds = self.melds[entry["actor"]]
        place = [meld.type == "pon" and meld.tiles[0].kind for meld in melds].index(added.kind)
        pon = melds[place]
        melds[place] = replace(
            pon, type=MeldType.KAKAN, tiles=(*pon.tiles, added), added_tile=added
        )
        self.put_down = added
        self.replacement = self.kan_tile = True
        self._interrupted()

    def _kita(self, entry):
        self.put_down = tile_of("N")
        self.tiles[entry["actor"]].remove(self.put_down)
        self.nuki[entry["actor"]] += 1
        self.replacement = True
        self._interrupted()

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
        calls = [Meld(MeldType.PON, ())] * len(self.melds[seat])
        return bool(waits(self.tiles[seat], calls, players=self.rules.players))

    def _hora(self, entry):
        player = entry["actor"]
        discarder = None if entry.get("tsumo") else entry["target"]
        win_tile = self.drawn if discarder is None else self.put_down
        concealed = self.tiles[player] + ([] if discarder is None else [win_tile])
        melds = tuple(self.melds[player])
        hand = Hand(tuple(concealed), win_tile, melds, self.nuki[player])
        context = self._context(entry, player, discarder)
        self.wins.append((player, hand, context, discarder, _liable(entry, discarder)))

    def _context(self, entry, player, discarder):
        tsumo = discarder is None
        riichi = self.riichi.get(player, Riichi.NONE)
        untouched = tsumo and not self.called and not self.discards[player]
        last = self.draws == LIVE_WALL[self.rules.players] and not self.replacement
        ura = entry.get("ura_markers") or () if riichi != "none" else ()
        robs = not tsumo and self.replacement
        return WinContext(
            tsumo=tsumo,
            riichi=riichi,
            ippatsu=player in (self.robbable if robs else self.ippatsu),
            rinshan=tsumo and self.replacement,
            chankan=not tsumo and self.kan_tile,
            haitei=tsumo and last,
            houtei=not tsumo and last,
            tenhou=untouched and player == self.dealer,
            chiihou=untouched and player != self.dealer,
            dora_indicators=tuple(self.indicators),
            ura_indicators=tuple(tile_of(name) for name in ura),
        )

    def play(self, state):
        """Return ``state`` after this hand, wins scored from their tiles."""
        for event in self.events:
            state = play_event(state, event)
        if not self.wins:
            return state
        winners = tuple(scored_winner(state, *win) for win in self.wins)
        return play_event(state, Win(winners, self.wins[0][3]))


def _liable(entry, discarder):
    """Return who pays for the pao of a win, if anybody does."""
    payers = [seat for seat, delta in enumerate(entry["deltas"]) if delta < 0]
    if discarder is None:
        return payers[0] if len(payers) == 1 else None
    return next((seat for seat in payers if seat != discarder), None)
