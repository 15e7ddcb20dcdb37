"""Builds the crops the reader is trained and checked on, one folder a source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from datasets.locator._compose import below_rows, load_upright
from datasets.reader._clutter import beside_tiles, standing, strewn
from datasets.reader._composed import Composer, backs, composed
from datasets.reader._faces import FacePool
from datasets.reader._inks import RED_OF, is_light, is_pale, red_five
from datasets.reader._photos import backgrounds, camerash, labelled, own_backgrounds, read_picture
from datasets.reader._renders import blank, game, hard, rendered, strange
from datasets.reader._store import Crop, Crops
from detector._types import FACES

#: Face folders and fonts the composed crops are made of.  The sets seen in the photos that judge
#: the reader (``chinese_a``, ``chinese_b``, ``chinese_vintage``) are left out.
FACE_FOLDERS = (
    "faces/japanese_a",
    "faces/japanese_b",
    "faces/chinese_c",
    "artwork/fluffystuff_regular",
    "artwork/lietxia_transparent",
    "artwork/lietxia_vertical",
    "artwork/samoheen",
)
SHEETS = ("kde_default", "kde_traditional")
FONTS = ("JP", "HK", "TW", "CAN")
EACH = {"faces/japanese_a": 30, "faces/japanese_b": 30, "artwork/fluffystuff_regular": 30}
EACH_OTHER = 16
RENDERED_SCENES = 1250
BLANK_SCENES = 1200
CLUTTER_SCENES = 1600
TABLE_SCENES = 300
HARD_SCENES = 600
GAMES = 500
STRANGE_SCENES = 500


def _with_reds(crops: Iterator[Crop], each: int, seed: int) -> Iterator[Crop]:
    """Pass crops on, and after every light plain five ``each`` red ones made of it."""
    rng = np.random.default_rng(seed)
    for crop in crops:
        yield crop
        if crop.label in RED_OF and is_light(crop):
            yield from (red_five(rng, crop) for _ in range(each))


def _unlike_haku(crops: Iterator[Crop]) -> Iterator[Crop]:
    """Leave out backs as pale as a blank haku: nothing in a crop tells the two apart."""
    back = FACES.index("back")
    return (crop for crop in crops if crop.label != back or not is_pale(crop))


def _unlike_back(crops: Iterator[Crop]) -> Iterator[Crop]:
    """Leave out haku of dark or coloured tiles: plain ones look like the backs of other sets."""
    haku = FACES.index("5z")
    return (crop for crop in crops if crop.label != haku or is_pale(crop))


def _composed(photos: Path) -> Iterator[Crop]:
    composer = Composer(photos / "backgrounds")
    for seed, name in enumerate(FACE_FOLDERS):
        pool = FacePool.of_folder(photos / name)
        yield from composed(pool, composer, EACH.get(name, EACH_OTHER), seed, name)
    for seed, name in enumerate(SHEETS):
        pool = FacePool.of_sheet(photos / "artwork/solitaire" / f"{name}.svg")
        yield from composed(pool, composer, EACH_OTHER, 200 + seed, name)
    for seed, name in enumerate(FONTS):
        pool = FacePool.of_font(photos / "artwork/fonts" / f"I.Mahjong{name}.otf")
        yield from composed(pool, composer, EACH_OTHER, 100 + seed, name)


def _backs(photos: Path) -> Iterator[Crop]:
    pools = [FacePool.of_folder(photos / name) for name in FACE_FOLDERS]
    return _unlike_haku(backs(pools, Composer(photos / "backgrounds"), 1200, seed=7))


def _rendered(photos: Path) -> Iterator[Crop]:
    folders = [photos / name for name in FACE_FOLDERS if not name.endswith("vertical")]
    return rendered(folders, own_backgrounds(photos / "backgrounds"), RENDERED_SCENES, seed=8)


def _blank(photos: Path) -> Iterator[Crop]:
    folders = [photos / name for name in FACE_FOLDERS if name.startswith("artwork")]
    return _unlike_haku(blank(folders, own_backgrounds(photos / "backgrounds"), BLANK_SCENES, 9))


def _hard(photos: Path) -> Iterator[Crop]:
    folders = [photos / name for name in FACE_FOLDERS if not name.endswith("vertical")]
    return hard(folders, own_backgrounds(photos / "backgrounds"), HARD_SCENES, 13)


def _game(photos: Path) -> Iterator[Crop]:
    folders = [photos / name for name in FACE_FOLDERS if not name.endswith("vertical")]
    return _unlike_back(_unlike_haku(game(folders, GAMES, 14)))


def _strange(photos: Path) -> Iterator[Crop]:
    return strange(own_backgrounds(photos / "backgrounds"), STRANGE_SCENES, 15)


def _clutter(photos: Path) -> Iterator[Crop]:
    """What is no tile: on tables, floors and laps, and among rendered tiles."""
    tables = own_backgrounds(photos / "backgrounds")
    upright = load_upright(photos / "chinese_sets", "train_", complete=False)
    grounds = [read_picture(path) for path in tables] + below_rows(upright)
    yield from strewn(grounds, CLUTTER_SCENES, 10)
    folders = [photos / name for name in FACE_FOLDERS if not name.endswith("vertical")]
    yield from beside_tiles(folders, tables, CLUTTER_SCENES // 2, 11)


def _standing(photos: Path) -> Iterator[Crop]:
    folders = [photos / name for name in FACE_FOLDERS if not name.endswith("vertical")]
    tables = own_backgrounds(photos / "backgrounds")
    return standing(folders, tables, TABLE_SCENES, 12)


def sources(photos: Path) -> dict[str, Callable[[], Iterator[Crop]]]:
    """Return how to make the crops of every source; ``valid_*`` are never trained on."""
    chinese, tray, felt = (photos / n for n in ("chinese_sets", "japanese_tray", "red_felt"))
    return {
        "chinese": lambda: _with_reds(labelled(chinese, "train", 3, 1), 2, 1),
        "tray": lambda: _with_reds(labelled(tray, "", 3, 2), 3, 2),
        "camerash": lambda: _with_reds(camerash(photos / "crops/camerash"), 4, 3),
        "composed": lambda: _composed(photos),
        "backs": lambda: _backs(photos),
        "tables": lambda: backgrounds(photos / "backgrounds", 800, 4),
        "rendered": lambda: _unlike_haku(_rendered(photos)),
        "blank": lambda: _blank(photos),
        "hard": lambda: _unlike_back(_unlike_haku(_hard(photos))),
        "game": lambda: _game(photos),
        "strange": lambda: _unlike_haku(_strange(photos)),
        "clutter": lambda: _clutter(photos),
        "standing": lambda: _standing(photos),
        "valid_chinese": lambda: labelled(chinese, "valid", 0, 5),
        "valid_felt": lambda: labelled(felt, "", 3, 6),
    }


def build(photos: Path, out: Path, names: Sequence[str] | None = None) -> None:
    """Make the crops of every source (or only of ``names``) not yet in ``out``."""
    for name, make in sources(photos).items():
        wanted = names is None or name in names
        if wanted and not (out / name / "upright.npy").exists():
            Crops.of(make()).save(out / name)
