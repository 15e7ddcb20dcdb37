"""Evenings: games of an independent engine as a camera sees them."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from datasets.scene import Scene
from datasets.simulate import Moment, Round, Show, SimulatedCamera, _show, game
from datasets.simulate._film import VIEW
from datasets.simulate._lay import lay
from detector import TableReading
from device._keeper import Keeper
from device._loop import Loop
from device._service import Service
from device.camera._watch import Watcher
from device.desk._setup import Setup
from device.log._sql import SqlLog

ROUNDS = game(1)


def up(scene: Scene) -> int:
    return sum(tile.pose == "up" for tile in scene.tiles)


def called(moment: Moment) -> int:
    return sum(
        len(call.own) + (call.called is not None) + (call.added is not None)
        for calls in moment.still.calls
        for call in calls
    )


def test_the_hands_of_a_game_follow_each_other() -> None:
    assert [one.after for one in ROUNDS[:-1]] == [one.before for one in ROUNDS[1:]]
    assert any(one.winners for one in ROUNDS)


def test_every_tile_of_the_set_is_on_the_table_at_every_moment() -> None:
    for hand in ROUNDS:
        for moment in hand.moments:
            ura = len(moment.still.ura)
            assert len(lay(moment.still, hand.dealer, 3).tiles) == 136 + ura
        assert all(
            sum(map(len, one.still.rivers)) + called(one)
            <= sum(map(len, later.still.rivers)) + called(later)
            for one, later in pairwise(hand.moments)
        )


def test_only_hands_that_count_are_shown() -> None:
    for hand in ROUNDS:
        *before, end = hand.moments
        assert all(not moment.still.shown for moment in before)
        if hand.winners:
            assert end.still.shown == set(hand.winners)
        scene = lay(end.still, hand.dealer, 3)
        rivers = sum(map(len, end.still.rivers))
        shown = sum(len(end.still.hands[seat]) for seat in end.still.shown)
        apart = sum(tile is not None for tile in end.still.apart)
        backs = 2 * sum(c.type == "ankan" for calls in end.still.calls for c in calls)
        dora = len(end.still.dora) + len(end.still.ura)
        assert up(scene) == rivers + shown + apart + called(end) - backs + dora


def test_tiles_that_lie_stay_where_they_lie() -> None:
    for hand in ROUNDS[:3]:
        for one, later in pairwise(hand.moments):
            before, after = (
                {t for t in lay(moment.still, hand.dealer, 3).tiles if t.pose != "standing"}
                for moment in (one, later)
            )
            moved = len(before - after)
            drawn = later.still.drawn - one.still.drawn
            assert moved <= 2 * drawn + 16, (hand.label, moved)


def short(hand: Round) -> Round:
    return replace(hand, moments=hand.moments[-1:])


def test_the_watcher_reads_each_moment_once() -> None:
    camera, watcher = SimulatedCamera([short(ROUNDS[0])], rate=0), Watcher()
    with camera:
        read = [watcher.update(frame) for frame in camera.frames()]
    assert sum(pictures is not None for pictures in read) == 2


def test_a_hand_that_was_not_entered_is_put_right_before_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_show, "game", lambda _: tuple(map(short, ROUNDS[:2])))
    told: list[tuple[str, str]] = []
    nothing = TableReading(VIEW.width, VIEW.height, (), (), ())
    keeper = Keeper(lambda: SqlLog(tmp_path))
    service = Service(Setup(), lambda _: nothing, keeper)
    show = Show(service, (1,), 0.0, lambda label, kind: told.append((label, kind)))
    loop = Loop(service, show.name, lambda: show)
    loop.start()
    loop.join()
    assert told == [(ROUNDS[0].label, "unsure"), (ROUNDS[1].label, "unsure")]
    game = service.state().game
    assert game is not None
    assert game.book.ledger.state.scores == ROUNDS[1].before
    keeper.close()
