"""A picture of a table looked at only where it changed reads as one that is looked at whole."""

from __future__ import annotations

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.render import Arm, Camera, render
from datasets.render import Look as Render
from datasets.scene import PlacedTile, Scene
from detector import Detection, Look, look, look_again
from detector._look import _without_parts

Image = NDArray[np.uint8]
ABOVE = Camera(1280, 960, distance=700)
LIGHT = Render(noise=0.0, jpeg=100)
FACES = ("1m", "9p", "3s", "7z", "2p", "6z", "8s", "4m")
ROWS = tuple(
    PlacedTile(FACES[(3 * row + at) % 8], 20.6 * at - 120, 45.0 * row - 60, angle=2.0 * row)
    for row in range(4)
    for at in range(10)
)


def picture(tiles: tuple[PlacedTile, ...], seed: int = 0) -> Image:
    """The tiles from above, with the grain that a camera adds."""
    clean = render(Scene(tiles, side=700.0), ABOVE, LIGHT, np.random.default_rng(0)).image
    grain = np.random.default_rng(seed).normal(0, 2.0, clean.shape)
    return np.clip(clean + grain, 0, 255).astype(np.uint8)


def faces(seen: Look) -> list[str]:
    return sorted(tile.tile for tile in seen.detections)


def shows_the_same(one: Look, other: Look) -> bool:
    """Whether both show the same tiles at the same places."""
    if faces(one) != faces(other):
        return False
    middles = [np.mean(tile.corners, axis=0) for tile in other.detections]
    return all(
        any(
            tile.tile == match.tile and np.linalg.norm(np.mean(tile.corners, axis=0) - at) < 6
            for match, at in zip(other.detections, middles, strict=True)
        )
        for tile in one.detections
    )


@pytest.fixture(scope="module")
def before() -> Look:
    return look(picture(ROWS))


def changed(tiles: tuple[PlacedTile, ...], chance: random.Random) -> tuple[PlacedTile, ...]:
    """What somebody may do: lay a tile, take one away, turn one, put another in its place."""
    at = chance.randrange(len(tiles))
    old, others = tiles[at], (*tiles[:at], *tiles[at + 1 :])
    laid = PlacedTile(chance.choice(FACES), chance.uniform(-200, 200), 150.0, angle=90.0)
    free = all(abs(tile.x - laid.x) > 32 or tile.y < 130 for tile in tiles)
    return chance.choice(
        (
            (*tiles, laid) if free else others,
            others,
            (*others, replace(old, angle=old.angle + 180)),
            (*others, replace(old, face=chance.choice(FACES))),
        )
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_a_table_on_which_things_happen_reads_as_if_it_was_looked_at_whole(seed: int) -> None:
    chance, tiles = random.Random(seed), ROWS
    seen = look(picture(tiles))
    for step in range(6):
        tiles = changed(tiles, chance)
        image = picture(tiles, step)
        seen = look_again(image, seen)
        whole = look(image)
        assert shows_the_same(seen, whole), (step, faces(seen), faces(whole))


@pytest.mark.parametrize(
    "face", ["0p", "0s", "0m", "2s", "8m", "9s", "5z", "6p"], ids=lambda face: f"to_{face}"
)
def test_no_tile_is_stale_whatever_takes_its_place(face: str) -> None:
    """The new face lies exactly where the old one did, with its neighbours untouched."""
    like = {"0p": "5p", "0s": "5s", "0m": "5m", "2s": "3s", "8m": "9m", "9s": "8s", "5z": "1p"}
    old = replace(ROWS[14], face=like.get(face, "9p"))
    seen = look(picture((*ROWS[:14], old, *ROWS[15:])))
    image = picture((*ROWS[:14], replace(old, face=face), *ROWS[15:]), 1)
    assert faces(look_again(image, seen)) == faces(look(image))


@pytest.mark.parametrize("face", ["0p", "0s", "2s", "8m"], ids=lambda face: f"to_{face}")
def test_nor_in_poor_light(face: str) -> None:
    """A tenth of the light: the swap changes the picture by a tenth of the levels."""
    like = {"0p": "5p", "0s": "5s", "2s": "3s", "8m": "9m"}
    old = replace(ROWS[14], face=like[face])
    seen = look(dark(picture((*ROWS[:14], old, *ROWS[15:]))))
    image = dark(picture((*ROWS[:14], replace(old, face=face), *ROWS[15:]), 1))
    assert faces(look_again(image, seen)) == faces(look(image))
    again = dark(picture((*ROWS[:14], old, *ROWS[15:]), 2))
    assert look_again(again, seen) is seen


def dark(image: Image) -> Image:
    return np.asarray(image * 0.1, np.uint8)


def test_tiles_taken_away_are_gone(before: Look) -> None:
    image = picture((*ROWS[:10], *ROWS[24:]), 3)
    assert shows_the_same(look_again(image, before), look(image))


def test_tiles_under_an_arm_come_back(before: Look) -> None:
    arm = Arm(-60.0, 400.0, -20.0, 20.0, 40.0, z=34.0)
    clean = render(Scene(ROWS, side=700.0), ABOVE, LIGHT, np.random.default_rng(0), arms=(arm,))
    covered = look_again(clean.image, before)
    assert len(ROWS) / 2 < len(covered.detections) < len(ROWS)
    assert shows_the_same(look_again(picture(ROWS, 4), covered), before)


@pytest.mark.parametrize("share", [0.9, 0.75, 0.5])
def test_shaded_tiles_are_those_that_lay_there(before: Look, share: float) -> None:
    """Somebody leans over the table: a soft shadow falls on a half of it."""
    shade = np.ones((960, 1280, 1), np.float32)
    shade[:, 500:] = share
    shaded = picture(ROWS, 6) * cv2.GaussianBlur(shade, (0, 0), 40)[..., None]
    seen = look_again(shaded.astype(np.uint8), before)
    assert shows_the_same(seen, before)
    assert shows_the_same(look_again(picture(ROWS, 8), seen), before)


@pytest.mark.parametrize(
    "moved",
    [replace(ABOVE, target=(3.0, 0.0)), replace(ABOVE, roll=1.5), replace(ABOVE, tilt=8.0)],
    ids=["aside", "turned", "tilted"],
)
def test_a_camera_that_moved_sees_all_anew(before: Look, moved: Camera) -> None:
    clean = render(Scene(ROWS, side=700.0), moved, LIGHT, np.random.default_rng(0)).image
    assert shows_the_same(look_again(clean, before), look(clean))


def test_where_nothing_changed_nothing_is_looked_at(before: Look) -> None:
    assert look_again(picture(ROWS, 5), before) is before


@pytest.mark.parametrize(("gain", "shift"), [(1.0, -12.0), (0.9, 0.0), (1.08, -6.0)])
def test_another_light_is_no_change(before: Look, gain: float, shift: float) -> None:
    lit = np.clip(picture(ROWS, 2) * gain + shift, 0, 255).astype(np.uint8)
    assert look_again(lit, before) is before


def test_a_tile_laid_in_another_light_is_read(before: Look) -> None:
    tiles = (*ROWS, PlacedTile("7s", 0.0, 150.0))
    lit = np.clip(picture(tiles, 2) * 0.9 + 5, 0, 255).astype(np.uint8)
    assert faces(look_again(lit, before)) == sorted((*faces(before), "7s"))


def test_a_camera_that_was_pushed_sees_the_tiles_where_they_are_now(before: Look) -> None:
    image = np.roll(picture(ROWS), (9, -7), axis=(0, 1))
    assert shows_the_same(look_again(image, before), look(image))


def test_a_slow_change_adds_up(before: Look) -> None:
    """A tile that fades into another in small steps is the other one in the end."""
    other = (*ROWS[:14], replace(ROWS[14], face="1z"), *ROWS[15:])
    start, end = picture(ROWS), picture(other)
    seen = before
    for share in np.linspace(0, 1, 11):
        seen = look_again(cv2.addWeighted(start, 1 - share, end, share, 0).astype(np.uint8), seen)
    assert faces(seen) == faces(look(end))


def test_an_empty_table_fills(before: Look) -> None:
    empty = look(picture(()))
    assert empty.detections == ()
    assert shows_the_same(look_again(picture(ROWS), empty), before)
    assert look_again(picture((), 1), before).detections == ()


def test_doubtful_tiles_are_read_once_more(before: Look) -> None:
    again = look_again(picture(ROWS, 7), before, doubtful=(0, 1))
    kept = set(before.detections) & set(again.detections)
    assert again is not before and shows_the_same(again, before)
    assert len(ROWS) / 2 < len(kept) < len(ROWS)


def test_a_picture_of_another_size_is_looked_at_whole(before: Look) -> None:
    small = cv2.resize(picture(ROWS), (960, 720), interpolation=cv2.INTER_AREA)
    assert look_again(small.astype(np.uint8), before).size == (960, 720)
    with pytest.raises(ValueError, match="colour picture"):
        look_again(small[..., 0], before)


def test_half_a_tile_is_none_where_the_whole_one_is_still_there() -> None:
    def tile(face: str, left: float, right: float) -> Detection:
        return Detection(face, 0.9, ((left, 0.0), (right, 0.0), (right, 40.0), (left, 40.0)))

    whole, half, grown = tile("4p", 0, 52), tile("2p", 0, 27), tile("4p", 1, 50)
    other = tile("2p", 60, 87)
    assert _without_parts((half, other), (whole,)) == (other,)
    assert _without_parts((grown, other), (whole,)) == (grown, other)
    assert _without_parts((whole,), (half,)) == (whole,)
    assert _without_parts((half,), ()) == (half,)
