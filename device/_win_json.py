"""A win as a JSON record, in the names that ``device._score_json.score_record`` takes."""

from __future__ import annotations

from typing import Any, Final

from scorer import (
    Hand,
    Meld,
    Rules,
    Tile,
    WinContext,
    format_rules,
    format_tiles,
    load_rules,
    rule_set_names,
)

Record = dict[str, Any]
_FLAGS: Final = (
    "ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou", "renhou",
    "first_turn", "paarenchan", "discarder_in_riichi",
)  # fmt: skip


def win_record(hand: Hand, context: WinContext, rules: Rules) -> Record:
    """Return ``hand`` and how it was won; seats are numbered from the dealer, 0, in turn order."""
    return {
        "players": context.players,
        "hand": format_tiles(hand.concealed),
        "melds": [_meld(meld) for meld in hand.melds],
        "nuki": hand.nuki,
        "win_tile": str(hand.win_tile),
        "tsumo": context.tsumo,
        "seat_wind": context.seat_wind.name,
        "round_wind": context.round_wind.name,
        "riichi": str(context.riichi),
        **{flag: getattr(context, flag) for flag in _FLAGS},
        "dora_indicators": _faces(context.dora_indicators),
        "ura_indicators": _faces(context.ura_indicators),
        "honba": context.honba,
        "riichi_sticks": context.riichi_sticks,
        "who": int(context.seat_wind),
        "from_who": _from_who(context),
        "oya": 0,
        "pao_who": None if context.pao is None else int(context.pao),
        "rules": rules_text(rules),
    }


def rules_text(rules: Rules) -> str:
    """Return the name of a shipped rule set, the whole text of any other."""
    if rules.name in rule_set_names() and load_rules(rules.name) == rules:
        return rules.name
    return format_rules(rules)


def _from_who(context: WinContext) -> int | None:
    if context.tsumo:
        return int(context.seat_wind)
    return None if context.discarder is None else int(context.discarder)


def _meld(meld: Meld) -> Record:
    record = {
        "type": str(meld.type),
        "tiles": format_tiles(meld.tiles),
        "called_tile": None if meld.called_tile is None else str(meld.called_tile),
        "from": meld.from_seat,
    }
    return record if meld.added_tile is None else {**record, "added_tile": str(meld.added_tile)}


def _faces(tiles: tuple[Tile, ...]) -> list[str]:
    return [str(tile) for tile in tiles]
