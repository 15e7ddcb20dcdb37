"""``jantaku score``: a hand that was written down."""

from __future__ import annotations

import argparse
import codecs
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from device._errors import Unscored, UserError
from device._i18n import Language, catalogue, text
from device._score_json import score_record
from device._score_text import score_text
from device._win_json import win_record
from device.command._context import (
    add_win_options,
    assumed,
    assumed_text,
    context_of,
    meld_of,
    rules_of,
    shortened,
    tile_of,
    tiles_of,
)
from device.command._words import whole_number
from scorer import (
    TENHOU,
    Hand,
    Meld,
    Rules,
    ScoringError,
    Tile,
    WinContext,
    format_rules,
    format_tiles,
    score,
)

#: Tiles of a complete hand, a kan counting as three.
COMPLETE = 14
_SHOWN = 20
_UNSCORED = 2
_EXAMPLE = 'example: jantaku score "123m456p789s11122z" --win 2z --ron --seat S --round E'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EXAMPLE
    parser.add_argument(
        "hand", nargs="?", metavar="TILES",
        help="concealed tiles in mpsz, the winning one included or not: 123m406p789s11z",
    )  # fmt: skip
    parser.add_argument("--win", metavar="TILE", help="the winning tile")
    parser.add_argument(
        "--meld", action="append", default=[], metavar="TYPE:TILES:FROM",
        help="a called set: chi, pon, daiminkan, kakan or ankan, its tiles, and from whom: "
        "1 shimocha (right), 2 toimen (across), 3 kamicha (left); such as pon:555z:2",
    )  # fmt: skip
    parser.add_argument(
        "--nuki", type=whole_number("--nuki", 0, 4), default=0, metavar="N", help="norths set aside"
    )
    parser.add_argument(
        "--jsonl", metavar="FILE",
        help="score every line of FILE (- for standard input) instead, one answer a line; the exit "
        "status is 0 only when every line was scored, else 2",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="answer with a JSON object")
    add_win_options(parser, required=False)


def run(args: argparse.Namespace) -> int:
    """Score one hand, or every line of a file."""
    rules = rules_of(args.rules)
    if args.jsonl is not None:
        with _opened(args.jsonl) as lines:
            return _score_lines(lines, rules)
    if not args.hand:
        raise UserError("score_usage", example=_EXAMPLE.partition(": ")[2])
    if not (args.tsumo or args.ron):
        raise UserError("win_way_missing")
    melds = tuple(meld_of(called) for called in args.meld)
    hand = hand_of(args.hand, args.win, melds, args.nuki)
    return answer(hand, context_of(args, rules), rules, args)


def answer(hand: Hand, context: WinContext, rules: Rules, args: argparse.Namespace) -> int:
    """Print what ``hand`` is worth; raises ``Unscored`` when it is nothing."""
    try:
        worth = score(hand, context, rules)
    except ScoringError as error:
        if args.json:
            print(json.dumps({"error": {"code": error.code, "message": error.message}}))
        raise Unscored(error.code, translated(args.lang, error, hand)) from error
    if args.json:
        told = {"assumed": list(assumed(args))} if assumed(args) else {}
        record = score_record(win_record(hand, context, rules))
        print(json.dumps({**record, **told}, ensure_ascii=False))
    else:
        print(score_text(worth, hand, context, rules, args.lang) + assumed_text(args))
    return 0


def translated(lang: Language, error: ScoringError, hand: Hand) -> str:
    """Return the sentence of ``error`` about ``hand`` in ``lang``, English where there is none."""
    many = len(hand.concealed) + 3 * len(hand.melds) - COMPLETE
    key = f"error.{error.code}" + (".few" if error.code == "tile_count" and many < 0 else "")
    if lang == "en" or key not in catalogue(lang):
        return error.message
    tiles = (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles))
    seen = format_tiles(tiles[:_SHOWN]) + ("…" if len(tiles) > _SHOWN else "")
    values = {"tiles": seen, "count": len(tiles), "many": many, "few": -many}
    return text(lang, key, message=error.message, **values)


def hand_of(written: str, win: str | None, melds: tuple[Meld, ...], nuki: int) -> Hand:
    """Return the hand written down, the winning tile added where it is not among its tiles."""
    tiles = tiles_of([written])
    if win is None:
        raise UserError("win_tile_unknown", count=len(tiles), tiles=shortened(written))
    win_tile = tile_of(win)
    if len(tiles) + 3 * len(melds) == COMPLETE - 1:
        tiles = (*tiles, win_tile)
    return Hand(tiles, _among(win_tile, tiles, written), melds, nuki)


def _among(win_tile: Tile, tiles: tuple[Tile, ...], written: str) -> Tile:
    if win_tile not in tiles:
        raise UserError("win_tile_absent", tile=win_tile, tiles=shortened(written))
    return win_tile


def _score_lines(lines: Iterable[bytes], rules: Rules) -> int:
    """Answer each line, blank ones too, with one of JSON, and return the exit status.

    A line that names no rules is scored by ``rules``.
    Under Tenhou's rules a line of three or two players is scored by the rules for so many.
    """
    given = {} if rules == TENHOU else {"rules": format_rules(rules)}
    status = 0
    for number, line in enumerate(lines, 1):
        told = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
        found = _score_line(told, number, given)
        status = _UNSCORED if "error" in found else status
        print(json.dumps(found, ensure_ascii=False))
    return status


def _score_line(line: bytes, number: int, given: dict[str, str]) -> dict[str, Any]:
    if not line.strip():
        return _refused(number, "blank")
    try:
        record = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        return _refused(number, error)
    if not isinstance(record, dict):
        return _refused(number, type(record).__name__)
    return score_record({**given, **record})


def _refused(number: int, reason: object) -> dict[str, Any]:
    error = UserError("jsonl_line", line=number, reason=reason)
    return {"error": {"code": error.code, "message": error.message()}}


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        with open(name, "rb") as file:  # noqa: PTH123
            yield file
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", error)
        raise UserError("file_unopened", path=name, reason=reason) from error
