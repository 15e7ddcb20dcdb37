"""``jantaku score-photo``: the hand in a photo, read, scored, spoken, logged."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from detector import Detection, HandReading, TableReading, hand_of, indices_of
from device._errors import PhotoError, Unscored, UserError, VoiceError
from device._photo import load_photo
from device._reading_json import Record, reading_record
from device._reading_text import hand_line, problem_text
from device._score_json import score_record
from device._score_text import score_text
from device._win_json import win_record
from device.camera._port import Pixels
from device.command._context import add_win_options, assumed, assumed_text, rules_of, tile_of
from device.command._context import context_of as context_of_options
from device.command._data import add_data_option
from device.command._say import add_voice_options, speak
from device.desk._scored_entry import logged_reading, picture_of
from device.log._port import Entry
from device.log._sql import SqlLog
from device.page._draft import NOWHERE, Draft, Problem, context_of, draft_of, outcome_of
from device.tiles._crops import Crops, faces_of, kept_usually
from device.tiles._reader import read_with, tile_sets
from device.voice._text import announcement
from scorer import Score, Tile, WinContext


@dataclass(frozen=True, slots=True)
class _Shot:
    """A photo and what was read in it."""

    photo: Path
    image: Pixels
    draft: Draft
    hand: HandReading

    def record(self) -> Record:
        return win_record(
            hand_of(self.draft.reading, self.hand), context_of(self.draft), self.draft.rules
        )

    def reading(self) -> Record:
        return reading_record(str(self.photo), self.draft.reading)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("photo", type=Path, metavar="PHOTO")
    parser.add_argument("--win", metavar="TILE", help="the winning tile, if it does not lie apart")
    parser.add_argument("--sure", action="store_true", help="take an unsure reading as shown")
    parser.add_argument("--json", action="store_true", help="answer with a JSON object")
    parser.add_argument("--no-log", action="store_true", help="do not keep the hand in the log")
    add_voice_options(parser)
    add_data_option(parser)
    add_win_options(parser)


def run(args: argparse.Namespace) -> int:
    """Score the hand in a photo; what is not sure is shown and not scored."""
    try:
        shot = _read(args)
    except UserError as error:
        if args.json:
            print(json.dumps({"error": _error(error, args)}, ensure_ascii=False))
        raise
    try:
        outcome = _outcome(shot, args)
    except UserError as error:
        _show_unscored(shot, error, args)
        raise
    try:
        if not args.no_log:
            _log(shot, args)
    finally:
        _show(shot, outcome, args)
    _speak(announcement(outcome, context_of(shot.draft), args.lang), args)
    return 0


def _show(shot: _Shot, outcome: Score, args: argparse.Namespace) -> None:
    if args.json:
        record = {"reading": shot.reading(), "win": shot.record()}
        told = {"assumed": list(assumed(args))} if assumed(args) else {}
        worth = {**score_record(shot.record()), **told}
        print(json.dumps({**record, "score": worth}, ensure_ascii=False))
    else:
        hand = hand_of(shot.draft.reading, shot.hand)
        text = score_text(outcome, hand, context_of(shot.draft), shot.draft.rules, args.lang)
        print(text + assumed_text(args))


def _speak(text: str, args: argparse.Namespace) -> None:
    """Speak as the options say; a score stands without a voice, which is told."""
    try:
        speak(text, args)
    except VoiceError as error:
        print(error.message(args.lang), file=sys.stderr)


def _error(error: UserError, args: argparse.Namespace) -> Record:
    return {"code": error.code, "message": error.message(args.lang)}


def _show_unscored(shot: _Shot, error: UserError, args: argparse.Namespace) -> None:
    """Show what was seen in a photo that has no score."""
    reading = shot.reading()
    if args.json:
        answer = {"reading": reading, "error": _error(error, args)}
        print(json.dumps(answer, ensure_ascii=False))
    else:
        print(hand_line(reading["hands"][0], args.lang))


def _read(args: argparse.Namespace) -> _Shot:
    rules = rules_of(args.rules)
    context = context_of_options(args, rules)
    image = load_photo(args.photo)
    reading = read_with(args.data, image, rules)
    if not reading.detections:
        raise PhotoError("no_tiles", name=args.photo.name)
    if not reading.hands:
        tiles = " ".join(tile.tile for tile in reading.detections)
        raise PhotoError(
            "no_hand", name=args.photo.name, count=len(reading.detections), tiles=tiles
        )
    reading = _with_indicators(_with_win(reading, args.win), context)
    draft = draft_of(reading, context, rules, asks=frozenset())
    return _Shot(args.photo, image, draft, reading.hands[0])


def _with_win(reading: TableReading, win: str | None) -> TableReading:
    """Return ``reading`` with the winning tile that a person named."""
    if win is None:
        return reading
    hand, tile = reading.hands[0], str(tile_of(win))
    faces = dict(zip(indices_of(hand), hand.faces, strict=True))
    index = next((i for i in reversed(hand.concealed) if faces[i] == tile), None)
    if index is None:
        tiles = " ".join(faces[i] for i in hand.concealed)
        raise UserError("win_tile_absent", tile=tile, tiles=tiles)
    return replace(reading, hands=(replace(hand, win=index), *reading.hands[1:]))


def _with_indicators(reading: TableReading, context: WinContext) -> TableReading:
    """Return ``reading`` with the indicators that a person named in place of those seen."""
    if context.dora_indicators:
        reading, indices = _added(reading, context.dora_indicators)
        reading = replace(reading, dora_indicators=indices)
    if context.ura_indicators:
        reading, indices = _added(reading, context.ura_indicators)
        reading = replace(reading, ura_indicators=indices)
    return reading


def _added(reading: TableReading, tiles: tuple[Tile, ...]) -> tuple[TableReading, tuple[int, ...]]:
    """Return ``reading`` with tiles that are in no picture, and their indices."""
    start = len(reading.detections)
    named = tuple(Detection(str(tile), 1.0, NOWHERE) for tile in tiles)
    added = replace(
        reading,
        detections=(*reading.detections, *named),
        sideways=(*reading.sideways, *(False for _ in named)),
    )
    return added, tuple(range(start, start + len(named)))


def _outcome(shot: _Shot, args: argparse.Namespace) -> Score:
    """Return the score; raises ``UserError`` when there is none or the reading is not sure."""
    outcome = outcome_of(shot.draft)
    if isinstance(outcome, Problem):
        raise Unscored(outcome.code, problem_text(outcome, shot.draft, args.lang))
    if shot.hand.uncertain and not args.sure:
        tiles = " ".join(shot.hand.faces)
        options = " / ".join(" ".join(option) for option in shot.hand.options) or "?"
        raise PhotoError("uncertain", tiles=tiles, options=options)
    return outcome


def _log(shot: _Shot, args: argparse.Namespace) -> None:
    record = shot.record()
    entry = Entry(
        rules=shot.draft.rules.name,
        record=record,
        score=score_record(record),
        source="photo",
        reading=logged_reading(str(shot.photo), shot.draft, shot.hand, shot.image),
        picture=picture_of(shot.draft, shot.hand, shot.image),
    )
    log = SqlLog(args.data, args.log)
    try:
        number = log.append(entry)
    finally:
        log.close()
    if kept_usually():
        _keep_faces(shot, number, args.data)


def _keep_faces(shot: _Shot, number: int, folder: Path) -> None:
    """Keep the faces of the logged hand ``number``; the score stands without them."""
    try:
        faces = faces_of(shot.draft, shot.image)
        Crops(folder).keep(tile_sets(folder).active(), number, faces)
    except OSError as error:
        logging.getLogger("jantaku").warning("the faces were not kept: %s", error)
