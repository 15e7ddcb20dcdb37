"""The table is read once it has come to rest, once after each movement, and never before."""

import cv2
import numpy as np
import pytest

from device.camera._port import Frame
from device.camera._watch import LASTING_S, REST_S, VOTERS, Watcher

FPS = 10


class Table:
    """An overhead camera at 10 frames a second over a table with noise and a flickering lamp."""

    def __init__(self, seed=1, flicker=3.0):
        self.rng = np.random.default_rng(seed)
        self.flicker = flicker
        self.still = self.rng.integers(60, 90, (48, 64, 3)).astype(np.uint8)
        self.still = cv2.resize(self.still, (320, 240))
        self.noise = [self.rng.normal(0, 4, self.still.shape) for _ in range(7)]
        self.number = 0

    def frame(self, hand_at=None):
        image = self.still.copy()
        if hand_at is not None:
            cv2.circle(image, (hand_at, 150), 30, (120, 150, 210), -1)
        light = self.rng.normal(0, self.flicker)
        self.number += 1
        noise = self.noise[self.number % len(self.noise)]
        noisy = np.clip(image + noise + light, 0, 255).astype(np.uint8)
        return Frame.of(self.number / FPS, noisy)

    def lay_tile(self, x, y):
        cv2.rectangle(self.still, (x, y), (x + 12, y + 16), (235, 240, 240), -1)


def watch(watcher, frames):
    """Return at which of ``frames`` pictures were handed out."""
    return [i for i, frame in enumerate(frames) if watcher.update(frame) is not None]


@pytest.fixture
def table():
    return Table()


def test_a_still_table_is_read_once(table):
    assert len(watch(Watcher(), [table.frame() for _ in range(100)])) == 1


def test_the_pictures_come_after_the_rest(table):
    first = watch(Watcher(), [table.frame() for _ in range(30)])[0]
    assert (REST_S * FPS) <= first <= (REST_S * FPS) + VOTERS


def test_a_moving_hand_is_waited_for(table):
    watcher = Watcher()
    watch(watcher, [table.frame() for _ in range(20)])
    reaching = [table.frame(hand_at=50 + 6 * i) for i in range(30)]
    assert watch(watcher, reaching) == []
    assert watcher.moving
    assert len(watch(watcher, [table.frame() for _ in range(20)])) == 1


def test_one_laid_tile_is_a_change(table):
    watcher = Watcher()
    watch(watcher, [table.frame() for _ in range(20)])
    table.lay_tile(150, 100)
    assert len(watch(watcher, [table.frame() for _ in range(20)])) == 1


def test_a_first_picture_is_taken_while_the_rest_is_awaited(table):
    """Once after each movement, before the table is at rest, and never of a moving one."""
    watcher = Watcher()
    frames = [table.frame() for _ in range(20)]
    taken = [watcher.update(frame) is None and watcher.early is not None for frame in frames]
    assert taken.index(True) < REST_S * FPS and sum(taken) == 1
    for at in range(20):
        assert watcher.update(table.frame(hand_at=50 + 6 * at)) is None and watcher.early is None


def test_one_more_picture_is_taken_of_a_rest_that_lasts(table):
    watcher = Watcher()
    handed = lasting = None
    for at in range(40):
        if watcher.update(table.frame()) is not None:
            handed = at
        if watcher.lasting is not None:
            assert lasting is None
            lasting = at
    assert lasting - handed == pytest.approx(LASTING_S * FPS, abs=1)


def test_every_picture_handed_out_shows_the_table_after_the_movement(table):
    watcher = Watcher()
    watch(watcher, [table.frame() for _ in range(20)])
    table.lay_tile(150, 100)
    handed = [watcher.update(table.frame()) for _ in range(20)]
    pictures = next(pictures for pictures in handed if pictures is not None)
    assert len(pictures) == VOTERS
    assert all(picture[105, 155].min() > 200 for picture in pictures)


def test_a_slow_movement_is_still_a_movement(table):
    """A hand that creeps one pixel a frame never looks still for as long as a rest takes."""
    watcher = Watcher()
    watch(watcher, [table.frame(hand_at=50) for _ in range(20)])
    assert watch(watcher, [table.frame(hand_at=50 + i) for i in range(60)]) == []


def test_a_lamp_that_flickers_is_no_movement():
    table = Table(flicker=12.0)
    assert len(watch(Watcher(), [table.frame() for _ in range(100)])) == 1


def test_a_table_with_slow_camera_is_read_too(table):
    """At one frame a second every picture votes."""
    frames = [table.frame() for _ in range(8)]
    slow = [Frame.of(float(i), frame.image) for i, frame in enumerate(frames)]
    assert watch(Watcher(), slow) == [VOTERS]
