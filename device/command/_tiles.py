"""``jantaku tiles``: tile sets learned from photos, tried, switched, passed on."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2

from detector import Learned
from device._errors import TilesError
from device._i18n import Language, text
from device._photo import load_photo
from device.command._data import Actions, add_action, add_folder_option
from device.command._tiles_use import add_use
from device.tiles._draft import MOST_PHOTOS, TileDraft, contact_sheet, with_sheet
from device.tiles._reader import fitted, seen_sheet, tile_sets
from device.tiles._sets import DEFAULT, TileSets, checked, write_whole
from device.tiles._text import draft_text, learned_text, plan_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_folder_option(parser)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    made = [_add_learn(actions)]
    listing = add_action(actions, "list", "the learned sets; * marks the one in use")
    listing.set_defaults(action=_list)
    use = _add_named(actions, "use", "read with this set from now on; default: with none", _use)
    forget = _add_named(actions, "forget", "delete a set", _forget)
    export = _add_named(actions, "export", "write a set to a file", _export)
    export.add_argument("file", type=Path, metavar="FILE")
    take = _add_named(actions, "import", "keep a set that was exported", _import)
    take.add_argument("file", type=Path, metavar="FILE")
    made += [listing, use, forget, export, take, *add_use(actions)]
    for action in made:
        add_folder_option(action, argparse.SUPPRESS)


def _add_learn(
    actions: Actions,
) -> argparse.ArgumentParser:
    learn = add_action(actions, "learn", "learn a set from photos of it laid out")
    learn.add_argument("name", metavar="NAME")
    learn.add_argument(
        "photos", nargs="*", type=Path, metavar="PHOTO",
        help=f"up to {MOST_PHOTOS} photos in different light; none: show how to lay the set out",
    )  # fmt: skip
    learn.add_argument("--sure", action="store_true", help="take the faces as the sheet shows them")
    learn.set_defaults(action=_learn)
    return learn


def _add_named(
    actions: Actions,
    name: str,
    summary: str,
    action: object,
) -> argparse.ArgumentParser:
    parser = add_action(actions, name, summary)
    parser.add_argument("name", metavar="NAME")
    parser.set_defaults(action=action)
    return parser


def run(args: argparse.Namespace) -> int:
    """Do what is asked with the tile sets of ``--data``."""
    return int(args.action(tile_sets(args.data), args) or 0)


def _list(sets: TileSets, args: argparse.Namespace) -> None:
    active = sets.active()
    for name in (DEFAULT, *sets.names()):
        print(f"{'*' if name == active else ' '} {name}")


def _use(sets: TileSets, args: argparse.Namespace) -> None:
    sets.use(args.name)
    print(text(args.lang, "tiles.used", name=args.name))


def _forget(sets: TileSets, args: argparse.Namespace) -> None:
    sets.forget(args.name)
    _picture(sets, args.name).unlink(missing_ok=True)


def _export(sets: TileSets, args: argparse.Namespace) -> None:
    data = sets.read(args.name)
    try:
        write_whole(args.file.absolute(), data)
    except OSError as error:
        raise TilesError("tiles_unwritten", path=args.file, reason=error.strerror) from error


def _import(sets: TileSets, args: argparse.Namespace) -> None:
    sets.take(args.name, args.file)


def _learn(sets: TileSets, args: argparse.Namespace) -> int:
    checked(args.name)
    if not args.photos:
        print(plan_text(args.lang))
        return 0
    draft = TileDraft()
    for photo in args.photos:
        image = load_photo(photo)
        draft = with_sheet(draft, image, seen_sheet(image), photo.name)
    picture = _picture(sets, args.name)
    _write_picture(picture, draft)
    print(draft_text(draft, args.lang))
    print(text(args.lang, "tiles.sheet", path=picture))
    if not (draft.clear or args.sure):
        raise TilesError("tiles_unclear")
    tiles, learned = fitted(draft.examples)
    _tell_doubts(draft, learned, args.lang)
    sets.save(args.name, tiles)
    sets.use(args.name)
    print(learned_text(learned, args.lang), text(args.lang, "tiles.used", name=args.name))
    return 0


def _picture(sets: TileSets, name: str) -> Path:
    return sets.folder / f"{name}.png"


def _write_picture(path: Path, draft: TileDraft) -> None:
    try:
        write_whole(path, cv2.imencode(".png", contact_sheet(draft))[1].tobytes())
    except OSError as error:
        raise TilesError("tiles_unwritten", path=path, reason=error.strerror) from error


def _tell_doubts(draft: TileDraft, learned: Learned, lang: Language) -> None:
    """Say which faces the fitted reader still takes for others: they may lie in wrong places."""
    faces = tuple(dict.fromkeys(draft.examples[i].face for i in learned.doubtful))
    if faces:
        print(text(lang, "tiles.doubtful", faces=" ".join(faces)), file=sys.stderr)
