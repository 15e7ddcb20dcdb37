"""``jantaku tiles test``, ``improve`` and ``crops``: a tile set tried, and bettered from use."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from detector._types import BACK
from device._errors import CameraError, TilesError
from device._i18n import Language, text
from device._photo import load_photo
from device._pipeline import read_picture
from device._rates import wilson
from device.camera._files import PICTURES
from device.camera._port import Pixels, camera_of
from device.command._data import Actions, add_action
from device.tiles._crops import Crops
from device.tiles._improve import improved
from device.tiles._reader import digest
from device.tiles._set import TileSet
from device.tiles._sets import DEFAULT, TileSets, checked
from device.tiles._trial import HANDS, Trial, tried


def add_use(
    actions: Actions,
) -> tuple[argparse.ArgumentParser, ...]:
    """Add the actions and return their parsers."""
    test = add_action(actions, "test", "try the set in use on ten known hands")
    where = test.add_mutually_exclusive_group(required=True)
    where.add_argument("--camera", metavar="SOURCE", help="take the photos with this camera")
    where.add_argument("--photos", type=Path, metavar="DIR", help="photos of the hands, by name")
    where.add_argument("--hands", action="store_true", help="only list the hands to lay")
    test.set_defaults(action=_test)
    improve = add_action(actions, "improve", "fit a set anew with the faces kept from use")
    improve.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="default: the set in use; a new name makes a set of the faces kept without one",
    )
    improve.set_defaults(action=_improve)
    crops = add_action(actions, "crops", "the faces kept from use")
    crops.add_argument("--delete", action="store_true", help="delete them")
    crops.set_defaults(action=_crops)
    return test, improve, crops


def _test(sets: TileSets, args: argparse.Namespace) -> int:
    if args.hands:
        for number, hand in enumerate(HANDS, 1):
            print(f"{number:2}  {' '.join(hand)}")
        return 0
    photos = _folder_photos(args.photos) if args.photos else _shots(args.camera, args.lang)
    trials = []
    adaptation = sets.adaptation()
    for hand, image in zip(HANDS, photos, strict=False):
        reading = read_picture(image, adaptation)
        trials.append(tried(hand, [d for d in reading.detections if d.tile != BACK]))
        print(_trial_text(len(trials), trials[-1], args.lang))
    if not trials:
        raise TilesError("tiles_no_photos", path=args.photos or args.camera)
    print(trials_text(trials, args.lang))
    return 0


def _folder_photos(folder: Path) -> Iterator[Pixels]:
    files = sorted(folder.glob("*")) if folder.is_dir() else []
    return (load_photo(file) for file in files if file.suffix.lower() in PICTURES)


def _shots(source: str, lang: Language) -> Iterator[Pixels]:
    """Take a photo of each hand with the camera, once it lies there; it is tried before that."""
    with camera_of(source):
        pass
    for number, hand in enumerate(HANDS, 1):
        print(text(lang, "tiles.lay", number=number, hand=" ".join(hand)), flush=True)
        try:
            input()
        except EOFError:
            return
        with camera_of(source) as camera:
            frame = next(camera.frames(), None)
            if frame is None:
                raise CameraError("recording_ended")
            yield frame.image


def _trial_text(number: int, trial: Trial, lang: Language) -> str:
    wrong = " ".join(f"{a or '–'}→{b or '–'}" for a, b in trial.wrong)
    return text(lang, "tiles.tried", number=number, right=trial.right, of=trial.of, wrong=wrong)


def trials_text(trials: list[Trial], lang: Language) -> str:
    """Return how well all hands were read."""
    right, total = sum(t.right for t in trials), sum(t.of for t in trials)
    whole = sum(not t.wrong for t in trials)
    lines = [
        text(lang, "tiles.tiles_right", **_rate(right, total)),
        text(lang, "tiles.hands_right", **_rate(whole, len(trials))),
    ]
    confused = Counter(pair for trial in trials for pair in trial.wrong)
    lines += [f"  {a or '–'} → {b or '–'}: {count}" for (a, b), count in confused.most_common()]
    return "\n".join(lines)


def _rate(hits: int, total: int) -> dict[str, object]:
    low, high = wilson(hits, total)
    share = f"{100 * hits / total:.1f}"
    return {"hits": hits, "total": total, "share": share,
            "low": f"{100 * low:.1f}", "high": f"{100 * high:.1f}"}  # fmt: skip


def _improve(sets: TileSets, args: argparse.Namespace) -> int:
    name = args.name or sets.active()
    if name == DEFAULT:
        raise TilesError("tiles_improve_default")
    checked(name)
    new = name not in sets.names() and sets.active() == DEFAULT
    old = TileSet((), None, digest()) if new else sets.load(name)
    hands = Crops(args.data).hands(DEFAULT if new else name)
    tiles, better = improved(old, hands)
    values = {"hands": better.hands, "tried": better.tried, "before": better.before,
              "after": better.after}  # fmt: skip
    if tiles is None:
        print(text(args.lang, "tiles.not_improved", **values))
        return 0
    sets.save(name, tiles)
    if new:
        sets.use(name)
    print(text(args.lang, "tiles.improved", **values))
    return 0


def _crops(sets: TileSets, args: argparse.Namespace) -> None:
    crops = Crops(args.data)
    if args.delete:
        crops.delete()
    sizes = crops.sizes()
    for name, (count, size) in sizes.items():
        print(text(args.lang, "tiles.crops", name=name, hands=count, size=f"{size / 1e6:.1f}"))
    if not sizes:
        print(text(args.lang, "tiles.no_crops"))
