"""Tile sets as files, learned from photos on the command line, tried and bettered from use."""

import io
import json
import pickle
import zipfile
from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_sheets import write_sheets
from hypothesis import given, settings
from hypothesis import strategies as st
from page_table import SIZE, draw_picture, reading_of

from detector import PLAN, Adaptation, Example, TableReading, crop_of
from detector.learning._learning import CROP_SIZE
from device._errors import TilesError
from device._i18n import LANGUAGES
from device.camera._picture import jpeg
from device.page._draft import draft_of
from device.page._edit import SetTile
from device.page._ports import Camera, Picture, State
from device.tiles._crops import CropKeeper, Crops, faces_in, faces_of
from device.tiles._draft import TileDraft, contact_sheet, corrected
from device.tiles._reader import fitted, seen_sheet, tile_sets
from device.tiles._set import TileSet, decoded, encoded
from device.tiles._sets import TileSets
from device.tiles._trial import HANDS, tried
from scorer import TENHOU, WinContext

FACES_OF_ALL = tuple(face for row in PLAN for face in row)


def crop(seed):
    rng = np.random.default_rng(seed)
    small = rng.integers(0, 255, (7, 6, 3), np.uint8)
    return cv2.resize(small, CROP_SIZE, interpolation=cv2.INTER_CUBIC)


def small_set(count=13, adapted=True):
    """A set of made-up faces with a made-up layer."""
    rng = np.random.default_rng(0)
    layer = Adaptation(
        np.arange(5, dtype=np.int16) * 7, rng.normal(size=(5, 9)).astype(np.float32),
        rng.normal(size=5).astype(np.float32), 0.5, 0.1,
    )  # fmt: skip
    examples = (Example(FACES_OF_ALL[n], crop(n), n % 3, n % 2 == 0) for n in range(count))
    return TileSet(tuple(examples), layer if adapted else None, b"network")


def store(folder):
    return TileSets(folder, lambda: b"network", lambda tiles: replace(tiles, reader=b"network"))


def test_a_set_comes_back_from_its_file():
    for tiles in (small_set(), small_set(adapted=False)):
        back = decoded(encoded(tiles), "ours")
        for one, other in zip(tiles.examples, back.examples, strict=True):
            assert (one.face, one.photo, one.confirmed) == (
                other.face,
                other.photo,
                other.confirmed,
            )
            assert np.abs(one.crop.astype(int) - other.crop).mean() < 6
        assert back.reader == b"network"
        assert (back.adaptation is None) == (tiles.adaptation is None)
        if tiles.adaptation is not None:
            assert np.array_equal(back.adaptation.weights, tiles.adaptation.weights)
            assert back.adaptation.share == pytest.approx(0.1)


WHOLE = encoded(small_set())


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=40))
def test_a_damaged_file_is_told_and_never_trusted(place, noise):
    for data in (WHOLE[:place], WHOLE[:place] + noise + WHOLE[place + len(noise) :]):
        try:
            tiles = decoded(data, "ours")
        except TilesError as error:
            assert error.code == "tiles_damaged"
        else:  # what nobody looks at may be damaged
            assert len(tiles.examples) == 13


def repacked(**changes):
    """The file of a set with other arrays in it."""
    with np.load(io.BytesIO(WHOLE)) as file:
        content = {key: file[key] for key in file.files} | changes
    out = io.BytesIO()
    np.savez_compressed(out, **content)
    return out.getvalue()


def bomb():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("weights.npy", bytes(40 << 20))
    return out.getvalue()


class Trap:
    """What a pickle would run."""

    def __reduce__(self):
        return (pytest.fail, ("a pickle was run",))


FOREIGN = {
    "text": b"not a set at all",
    "pickle": pickle.dumps(Trap()),
    "pickle inside": repacked(faces=np.array([Trap()] * 13, object)),
    "bomb": bomb(),
    "infinite": repacked(offsets=np.full(5, np.inf, np.float32)),
    "strange face": repacked(faces=np.full(13, 99, np.int16)),
    "too few": repacked(photos=np.zeros(2, np.int32)),
    "other layer": repacked(keys=np.arange(4, dtype=np.int16)),
    "no picture": repacked(sheet=np.zeros(9, np.uint8)),
    "newer": repacked(version=np.array(9, np.int32)),
    "trust": repacked(counts=np.array([9, 9], np.float32)),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_files_are_refused(jantaku, tmp_path, name):
    file = tmp_path / "foreign.npz"
    file.write_bytes(FOREIGN[name])
    result = jantaku("tiles", "import", "ours", file, "--data", tmp_path)
    assert result.returncode == 2
    assert "no tile set or is damaged" in result.stderr
    assert store(tmp_path).names() == ()


def test_sets_are_listed_switched_passed_on_and_forgotten(jantaku, tmp_path):
    sets = store(tmp_path)
    sets.save("red dragon", small_set())

    def tiles(*words):
        result = jantaku("tiles", *words, "--data", tmp_path)
        return result.stdout + result.stderr

    assert tiles("list") == "* default\n  red dragon\n"
    assert "In use: red dragon" in tiles("use", "red dragon")
    assert sets.adaptation().share == pytest.approx(0.1)
    assert tiles("export", "red dragon", tmp_path / "x.npz") == ""
    assert tiles("import", "竹", tmp_path / "x.npz") == ""
    assert tiles("list") == "  default\n* red dragon\n  竹\n"
    assert "Known are: default, red dragon, 竹" in tiles("use", "other")
    assert tiles("forget", "red dragon") == ""
    assert tiles("list") == "* default\n  竹\n"
    assert sets.adaptation() is None
    for name in ("../x", "default", "", "a" * 50, ".hidden"):
        assert "cannot be the name" in tiles("import", name, tmp_path / "x.npz")


def test_a_damaged_set_can_be_forgotten_and_one_that_is_gone_breaks_nothing(tmp_path):
    sets = store(tmp_path)
    sets.save("ours", small_set())
    sets.use("ours")
    (sets.folder / "ours.npz").unlink()
    (sets.folder / "ours.npz").symlink_to(tmp_path / "unplugged")
    with pytest.raises(TilesError, match="ours"):
        sets.adaptation()
    (sets.folder / "big.npz").write_bytes(bytes((16 << 20) + 1))
    for name in ("ours", "big"):
        sets.forget(name)
    assert (sets.names(), sets.active()) == ((), "default")


def test_a_set_fitted_to_another_network_is_fitted_anew(tmp_path):
    store(tmp_path).save("ours", replace(small_set(), reader=b"older"))
    sets = store(tmp_path)
    sets.use("ours")
    assert sets.adaptation() is not None
    assert sets.load("ours").reader == b"network"


# ---------------------------------------------------------------- learning from photos


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    """Drawn photos of the project's own set and of an odd one, laid out."""
    return write_sheets(tmp_path_factory.mktemp("photos"))


def test_a_known_set_is_learned_and_left_as_it_is(jantaku, tmp_path, photos):
    result = jantaku("tiles", "learn", "ours", photos / "own0.jpg", "--data", tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert "Faces found: 38" in result.stdout
    assert "reads this set well already" in result.stdout
    assert cv2.imread(str(tmp_path / "tilesets" / "ours.png")) is not None
    assert store(tmp_path).active() == "ours"


def test_an_odd_set_is_read_once_it_was_learned(jantaku, tmp_path, photos):
    result = jantaku("tiles", "learn", "odd", photos / "odd1.jpg", "--data", tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert "In use: odd" in result.stdout
    answer = jantaku("read", "--json", photos / "odd1.jpg", "--data", tmp_path)
    tiles = [tile["tile"] for tile in json.loads(answer.stdout)["tiles"]]
    assert sum(tile in FACES_OF_ALL for tile in set(tiles)) > 30
    plain = jantaku("read", "--json", photos / "odd1.jpg", "--data", tmp_path / "empty")
    assert len({tile["tile"] for tile in json.loads(plain.stdout)["tiles"]}) < 25


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_wrong_with_the_sheet_is_said(jantaku, tmp_path, photos, lang):
    image = cv2.imread(str(photos / "own0.jpg"))
    cv2.imwrite(str(tmp_path / "half.png"), image[:, : image.shape[1] // 2])
    told = ("--data", tmp_path, "--lang", lang)
    half = jantaku("tiles", "learn", "x", tmp_path / "half.png", *told)
    assert half.returncode == 2
    assert "--sure" in half.stderr
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((400, 400, 3), 90, np.uint8))
    none = jantaku(
        "tiles", "learn", "x", tmp_path / "empty.png", "--data", tmp_path, "--lang", lang
    )
    assert (none.returncode, "0" in none.stderr) == (2, True)
    assert store(tmp_path).names() == ()
    plan = jantaku("tiles", "learn", "x", "--lang", lang).stdout
    assert "1z 2z 3z 4z 5z 6z 7z ##" in plan


def test_corrections_make_the_draft_whole():
    crops = [Example(face, crop(n)) for n, face in enumerate(FACES_OF_ALL) if face != "4p"]
    draft = TileDraft((*crops, Example("3p", crop(99))), ((3, "5m"),), photos=1)
    assert (draft.missing, draft.doubled, draft.clear) == (("4p",), ("3p",), False)
    better = corrected(corrected(draft, len(draft.examples) - 1, "4p"), 3, "4m")
    assert (better.missing, better.doubled, better.clear) == ((), (), True)
    fewer = corrected(draft, 0, None)
    assert (fewer.missing[0], fewer.looks) == ("1m", ((2, "5m"),))
    assert contact_sheet(draft).any()
    with pytest.raises(TilesError):
        corrected(draft, 99, "1m")


# ---------------------------------------------------------------- trials and use


def test_the_ten_hands_hold_every_face_and_are_compared_from_both_sides():
    assert [len(hand) for hand in HANDS] == [14] * 10
    assert {tile for hand in HANDS for tile in hand} >= set(FACES_OF_ALL) - {"back"}
    row = reading_of("123m456p789s11122z").detections
    laid = [tile.tile for tile in row]
    assert tried(laid, row).right == 14
    assert tried(laid, row[::-1]).right == 14
    assert tried(laid[::-1], row).right == 14
    other = (*row[:4], replace(row[4], tile="8s"), *row[5:13])
    assert tried(laid, other).wrong == (("5p", "8s"), ("2z", ""))
    assert tried(laid, ()).right == 0


def test_the_trial_tells_rates_and_confusions(jantaku, tmp_path, photos):
    result = jantaku("tiles", "test", "--photos", photos, "--data", tmp_path)
    assert result.returncode == 0
    assert "Whole hands: 0 of 4 (0.0 %, 95 %: 0.0–49.0)" in result.stdout
    assert "→" in result.stdout
    assert jantaku("tiles", "test", "--photos", tmp_path / "no").returncode == 2
    assert len(jantaku("tiles", "test", "--hands").stdout.splitlines()) == 10


READING = reading_of("123m456p789s1112z", "2z", dora="4p")


def scored(reading, number=7, confirmed=False):
    draft = replace(draft_of(reading, WinContext(tsumo=True), TENHOU), confirmed=confirmed)
    picture = Picture("p1", *SIZE)
    camera = Camera("", "ok")
    return State(1, "shown", TENHOU, camera, picture, draft, hand_id=number)


def test_the_faces_of_a_scored_hand_are_kept_and_corrections_confirmed(tmp_path):
    picture = jpeg(draw_picture(READING))
    crops = Crops(tmp_path)
    keeper = CropKeeper(crops, lambda: "ours", lambda name: picture if name == "p1" else None)
    keeper.see(scored(READING))
    keeper.see(replace(scored(READING), hand_id=None))
    fixed = SetTile(0, "9m")
    tiles = tuple(
        replace(tile, tile=fixed.tile, confidence=1.0) if n == fixed.index else tile
        for n, tile in enumerate(READING.detections)
    )
    hand = replace(READING.hands[0], faces=("9m", *READING.hands[0].faces[1:]))
    keeper.see(scored(replace(READING, detections=tiles, hands=(hand,))))
    keeper.close()
    (kept,) = crops.hands("ours")
    assert [example.face for example in kept] == [*hand.faces]
    assert [example.confirmed for example in kept] == [True] + [False] * 13
    assert crops.sizes()["ours"][0] == 1
    crops.delete()
    assert crops.sizes() == {}


def test_old_faces_make_room(tmp_path, monkeypatch):
    monkeypatch.setattr("device.tiles._crops.MOST_HANDS", 3)
    crops = Crops(tmp_path)
    for hand in range(5):
        crops.keep("ours", hand, small_set(2).examples)
    assert crops.sizes()["ours"][0] == 3
    (tmp_path / "crops" / "ours" / "00000004.npz").write_bytes(b"damaged")
    assert len(crops.hands("ours")) == 2


def test_a_hand_without_a_picture_gives_no_faces():
    empty = draft_of(TableReading(0, 0, (), (), ()), WinContext(tsumo=True), TENHOU)
    assert faces_in(empty, b"no jpeg") == faces_of(empty, np.zeros((9, 9, 3), np.uint8)) == ()


def test_improving_needs_a_set_and_hands(jantaku, tmp_path):
    def improve():
        return jantaku("tiles", "improve", "--data", tmp_path).stderr

    assert "No tile set of your own" in improve()
    sets = store(tmp_path)
    sets.save("ours", small_set())
    sets.use("ours")
    assert "Faces of 0 hands" in improve()
    sets.use("default")
    assert "Faces of 0 hands" in jantaku("tiles", "improve", "new", "--data", tmp_path).stderr
    assert "cannot be the name" in jantaku("tiles", "improve", "/x", "--data", tmp_path).stderr
    assert "No faces are kept" in jantaku("tiles", "crops", "--data", tmp_path).stdout


@pytest.mark.parametrize("wrong", [False, True], ids=["right", "wrong"])
def test_a_set_is_improved_from_hands_only_where_it_helps(jantaku, tmp_path, photos, wrong):
    image = cv2.imread(str(photos / "odd0.jpg"))
    wanted = ("1m", "5p", "9s", "2z", "0s")
    seen = [tile for tile in seen_sheet(image).tiles if tile.face in wanted]
    faces = tuple(Example(tile.face, crop_of(image, tile.corners)) for tile in seen)
    sets, crops = tile_sets(tmp_path), Crops(tmp_path)
    sets.save("odd", replace(fitted(faces)[0], adaptation=None))
    sets.use("odd")
    for hand in range(4):
        labels = np.roll(wanted, hand) if wrong else wanted
        kept = (replace(e, face=str(f)) for e, f in zip(faces, labels, strict=True))
        crops.keep("odd", hand, tuple(kept))
    before = sets.read("odd")
    told = jantaku("tiles", "improve", "--data", tmp_path)
    assert told.returncode == 0
    assert ("Not better" if wrong else "Learned from 4 hands") in told.stdout
    assert (sets.read("odd") == before) == wrong


@pytest.mark.parametrize("switch", ["on", "off"])
def test_a_scored_photo_keeps_its_faces_unless_told_not_to(jantaku, tmp_path, monkeypatch, switch):
    photo = tmp_path / "hand.png"
    cv2.imwrite(str(photo), draw_picture(READING))
    monkeypatch.setattr("device.command._photo.read_with", lambda folder, image, rules: READING)
    monkeypatch.setenv("JANTAKU_CROPS", switch)
    assert jantaku("score-photo", photo, "--tsumo", "--data", tmp_path).returncode == 0
    kept = Crops(tmp_path).hands("default")
    assert [len(hand) for hand in kept] == ([14] if switch == "on" else [])


def test_a_trial_with_a_camera_that_is_not_there_says_so_at_once(jantaku, tmp_path):
    result = jantaku("tiles", "test", "--camera", "v4l2:99", "--data", tmp_path)
    assert result.returncode == 2
    assert result.stdout == ""
    assert "photos" not in result.stderr


def test_the_trial_takes_its_photos_with_the_camera(jantaku, tmp_path, photos, monkeypatch):
    pressed = iter([""])

    def enter():
        if next(pressed, None) is None:
            raise EOFError
        return ""

    monkeypatch.setattr("builtins.input", enter)
    result = jantaku("tiles", "test", "--camera", f"folder:{photos}", "--data", tmp_path)
    assert result.returncode == 0
    assert "Hand 1: lay 1m 2m 3m" in result.stdout
    assert "Whole hands: 0 of 1" in result.stdout
