"""The options that say how a hand was won, shared by the commands that score."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from device._errors import UserError
from device._i18n import text
from device._rule_faults import RuleFileWrong
from device.command._words import whole_number
from scorer import (
    Meld,
    MeldType,
    Riichi,
    Rules,
    ScoringError,
    Tile,
    WinContext,
    Wind,
    load_rules,
    parse_tiles,
    rule_set_names,
)

FLAGS: Final = {
    "ippatsu": "won within one go-around of riichi",
    "rinshan": "won on the replacement tile of a kan",
    "chankan": "robbed the tile added to a pon",
    "haitei": "tsumo on the last tile of the wall",
    "houtei": "ron on the last discard",
    "tenhou": "the dealer's first draw",
    "chiihou": "a non-dealer's first draw before any call",
    "renhou": "ron before the first own draw and any call",
}
_SHOWN: Final = 40
_CALLED: Final = (MeldType.CHI, MeldType.PON, MeldType.DAIMINKAN, MeldType.KAKAN)


def add_win_options(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add the options that ``context_of`` and ``rules_of`` read."""
    how = parser.add_mutually_exclusive_group(required=required)
    how.add_argument("--tsumo", action="store_true", help="won by own draw")
    how.add_argument("--ron", action="store_true", help="won on a discard")
    winds = list(Wind.__members__)
    parser.add_argument("--seat", choices=winds, help="the winner's wind (default: E, the dealer)")
    parser.add_argument("--round", choices=winds, help="the round's wind (default: E)")
    riichi = parser.add_mutually_exclusive_group()
    riichi.add_argument("--riichi", action="store_true", help="riichi was declared")
    riichi.add_argument("--double-riichi", action="store_true", help="on the first discard")
    riichi.add_argument("--open-riichi", action="store_true", help="with the hand shown")
    for name, summary in FLAGS.items():
        parser.add_argument(f"--{name}", action="store_true", help=summary)
    _add_table_options(parser, winds)


def _add_table_options(parser: argparse.ArgumentParser, winds: list[str]) -> None:
    tiles = {"nargs": "+", "default": [], "metavar": "TILE"}
    parser.add_argument("--dora", **tiles, help="dora indicators, such as 4p")  # type: ignore[arg-type]
    parser.add_argument("--ura", **tiles, help="ura dora indicators")  # type: ignore[arg-type]
    parser.add_argument(
        "--honba",
        type=whole_number("--honba", 0, 99),
        default=0,
        metavar="N",
        help="honba counters",
    )
    parser.add_argument(
        "--sticks",
        type=whole_number("--sticks", 0, 99),
        default=0,
        metavar="N",
        help="riichi sticks",
    )
    parser.add_argument("--discarder", choices=winds, help="who dealt in (for the payments)")
    parser.add_argument("--pao", choices=winds, help="who is liable for a yakuman")
    parser.add_argument(
        "--players",
        type=whole_number("--players", 2, 4),
        metavar="N",
        help="default: the rule set's",
    )
    add_rules_option(parser)


def add_rules_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--rules``."""
    parser.add_argument(
        "--rules", default="tenhou", metavar="NAME", help="rule set, or a .toml file of your own"
    )


def rules_of(name: str) -> Rules:
    """Return the rule set ``name``, a shipped one or a TOML file."""
    if name in rule_set_names():
        return load_rules(name)
    if not name.endswith(".toml"):
        known = tuple(rule_set_names())
        raise UserError("rules_unknown", name=repr(name), names=known)
    source = _rule_file(name)
    try:
        return load_rules(f"{source}\n")  # one word alone would be taken for a rule set's name
    except ScoringError as error:
        raise UserError("rules_wrong", name=name, reason=RuleFileWrong(error)) from error


def _rule_file(name: str) -> str:
    """Return the text of a rule file, without the mark that some editors put before UTF-8."""
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError("file_unopened", path=name, reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise UserError("rules_wrong", name=name, reason=UserError("not_utf8")) from error


def context_of(args: argparse.Namespace, rules: Rules) -> WinContext:
    """Return what the options of ``add_win_options`` say."""
    flags = {name: getattr(args, name) for name in FLAGS}
    return WinContext(
        tsumo=args.tsumo,
        seat_wind=Wind[args.seat or "E"],
        round_wind=Wind[args.round or "E"],
        riichi=_riichi(args),
        dora_indicators=tiles_of(args.dora),
        ura_indicators=tiles_of(args.ura),
        honba=args.honba,
        riichi_sticks=args.sticks,
        discarder=Wind[args.discarder] if args.discarder else None,
        pao=Wind[args.pao] if args.pao else None,
        players=args.players or rules.players,
        **flags,
    )


def assumed(args: argparse.Namespace) -> dict[str, str]:
    """Return the winds that were not given, each with its option: both are taken to be East."""
    given = {"seat_wind": ("--seat", args.seat), "round_wind": ("--round", args.round)}
    return {field: option for field, (option, value) in given.items() if value is None}


def assumed_text(args: argparse.Namespace) -> str:
    """Return a line for each wind that was taken for granted."""
    east = text(args.lang, "wind.E")
    return "".join(
        f"\n{text(args.lang, f'score.assumed.{field}', wind=east, option=option)}"
        for field, option in assumed(args).items()
    )


def _riichi(args: argparse.Namespace) -> Riichi:
    if args.open_riichi:
        return Riichi.OPEN
    if args.double_riichi:
        return Riichi.DOUBLE
    return Riichi.RIICHI if args.riichi else Riichi.NONE


def tiles_of(texts: list[str]) -> tuple[Tile, ...]:
    """Return the tiles written in ``texts``."""
    try:
        return parse_tiles("".join(texts))
    except ValueError as error:
        raise _no_tiles("".join(texts), shortened(" ".join(texts))) from error


def _no_tiles(written: str, seen: str) -> UserError:
    """Return what is wrong with ``written``, of which ``seen`` is told."""
    digits = written.rstrip()[len(written.rstrip(" 0123456789")) :].strip()
    if digits:
        return UserError("suit_missing", digits=shortened(digits), text=seen)
    return UserError("tile_unknown", text=seen)


def shortened(written: str) -> str:
    """Return what was written for a message, the end of a long text left out."""
    return written if len(written) <= _SHOWN else f"{written[:_SHOWN]}…"


def tile_of(written: str) -> Tile:
    """Return the one tile written in ``written``."""
    tiles = tiles_of([written])
    if len(tiles) != 1:
        raise UserError("not_one_tile", text=repr(shortened(written)))
    return tiles[0]


def meld_of(written: str) -> Meld:
    """Return the called set written as ``TYPE:TILES:FROM``, the called tile first."""
    kind, _, rest = written.partition(":")
    tiles, _, seat = rest.partition(":")
    if kind not in tuple(MeldType) or seat not in ("", "0", "1", "2", "3") or not tiles:
        raise UserError("meld_unknown", text=written, types=tuple(MeldType))
    found = tiles_of([tiles])
    called = found[0] if kind in _CALLED else None
    added = found[-1] if kind == MeldType.KAKAN else None
    return Meld(MeldType(kind), found, called, int(seat or 0), added)
