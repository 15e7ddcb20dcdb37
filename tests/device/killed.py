"""Programs to be killed: each plays, migrates, saves, restores or prunes until it is dead.

Run as ``python tests/device/killed.py``, it forks one of them for every line of its standard input,
such as ``play FOLDER 7 20``, and tells its process id, what it says, and its death.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import numpy as np
from page_table import reading_of
from restoring import restore

from detector import TableReading
from device._keeper import Keeper
from device._reveal import is_whole
from device._service import Service
from device.desk._setup import Setup
from device.log._backup import backup, prune_pictures
from device.log._port import now
from device.log._sql import SqlLog
from device.page._edit import Confirm, EditError, Forget, Recall, SetContext
from device.page._game import (
    Begin,
    CallOff,
    Declare,
    Exhausted,
    PutBack,
    TakeBack,
    Turn,
)
from scorer import Abort, Riichi, Score

IMAGE: Final = np.full((720, 1280, 3), 90, np.uint8)
NAMES: Final = ("A", "B", "C", "D")
SIDES: Final = ("bottom", "right", "top", "left")
SURE: Final = (
    reading_of("234m456p678s55p67p", "8p"),
    reading_of("111z234m567p99s34s", "5s"),
    reading_of("345m345p222s6688s", "8s"),
)
UNSURE: Final = reading_of("567m456p678s55z67p", "8p", doubts={3: (0.55, (("7p", 0.4),))})


class Player:
    """Plays at random, and after each touch tells how the table stands."""

    def __init__(
        self, folder: Path, seed: str, open_log: Callable[[], SqlLog] | None = None
    ) -> None:
        self.random = random.Random(seed)
        self.reading = replace(SURE[0], hands=())
        self.keeper = Keeper(open_log or (lambda: SqlLog(folder)))
        self.service = Service(Setup(), lambda _: self.reading, self.keeper)

    def play(self, touches: int) -> None:
        """Play so many touches, then rest until killed."""
        while touches:
            game = self.service.state().game
            try:
                if game is None or game.book.ledger.state.end is not None:
                    self.service.play(Begin(NAMES, SIDES, drop=True))
                else:
                    self.random.choice(self.touches())()
            except EditError:
                continue
            say(json.dumps(told(self.service)))
            touches -= 1
        while True:
            time.sleep(1)

    def touches(self) -> list[Callable[[], object]]:
        play, edit, pick = self.service.play, self.service.edit, self.random
        riichi = self.service.state().game.book.ledger.state.riichi
        return [
            lambda: play(Declare(pick.randrange(4))),
            lambda: play(Exhausted(riichi)),
            lambda: play(CallOff(Abort.KYUUSHU_KYUUHAI)),
            lambda: play(TakeBack()),
            lambda: play(PutBack()),
            lambda: play(Turn(pick.randrange(4))),
            lambda: edit(SetContext("riichi", pick.choice([Riichi.NONE, Riichi.RIICHI]))),
            lambda: edit(Recall()),
            lambda: edit(Confirm()),
            lambda: edit(SetContext("tsumo", True)),
            lambda: edit(Forget()),
            lambda: self.lay(UNSURE),
            *[self.win] * 3,
        ]

    def lay(self, reading: TableReading) -> None:
        """Lay a hand that is like no other: its first tile lies where none ever lay."""
        first, *rest = reading.detections
        x, y = (round(self.random.uniform(0, most), 1) for most in (600, 400))
        corners = ((x, y), (x + 56, y), (x + 56, y + 74), (x, y + 74))
        side = self.random.choice(SIDES)
        hands = tuple(replace(hand, seat=side) for hand in reading.hands)
        detections = (replace(first, corners=corners), *rest)
        self.reading = replace(reading, detections=detections, hands=hands)
        self.service.see((IMAGE,))

    def win(self) -> None:
        self.lay(self.random.choice(SURE))
        self.service.edit(SetContext("tsumo", True))
        self.reading = replace(self.reading, detections=(), sideways=(), hands=())
        self.service.see((IMAGE,))


def told(service: Service) -> dict[str, object]:
    """Return what must be so again, or further on by one touch, when the program starts again."""
    state = service.state()
    hand = None if state.draft is None else state.draft.hand
    waits = hand is not None and is_whole(hand) and not state.hand_id
    asked = waits and not isinstance(state.outcome, Score)
    ledger = state.game.book.ledger
    return {
        "game": state.game.number,
        "lines": state.game.book.lines,
        "scores": ledger.state.scores,
        "unanswered": state.unanswered + (waits and not asked),
        "asks": hand.faces if asked else None,
    }


def say(words: str) -> None:
    os.write(1, words.encode() + b"\n")


def play(folder: str, seed: str, touches: str) -> None:
    """Play at random."""
    Player(Path(folder), seed).play(int(touches))


def migrate(folder: str, template: str) -> None:
    """Bring a log of the first version up to date."""
    shutil.copyfile(template, Path(folder) / "jantaku.db")
    say("ready")
    SqlLog(Path(folder)).close()


def save(folder: str, file: str) -> None:
    """Save a log to ``file`` again and again."""
    log = SqlLog(Path(folder))
    while True:
        backup(log, Path(file))
        say("saved")


def put_back(folder: str, *files: str) -> None:
    """Put one backup after the other in a log's place, again and again."""
    log = SqlLog(Path(folder))
    while True:
        for file in files:
            restore(log, Path(file))
            say(file)


def prune(folder: str) -> None:
    """Take old pictures out of a log that goes on."""
    log = SqlLog(Path(folder))
    for entry in log.entries(1, replaced=True):
        old = replace(entry, picture=bytes(30_000), at=now() - timedelta(days=100), replaces=None)
    while True:
        numbers = [log.append(old) for _ in range(3)]
        say(json.dumps(numbers))
        prune_pictures(log, now() - timedelta(days=90))


PROGRAMS: Final[Mapping[str, Callable[..., None]]] = {
    "play": play, "migrate": migrate, "save": save, "put_back": put_back, "prune": prune,
}  # fmt: skip


def main() -> None:
    """Fork the programs asked for, one after the other."""
    for line in sys.stdin:
        name, *arguments = line.split()
        child = os.fork()
        if child == 0:
            PROGRAMS[name](*arguments)
            os._exit(0)
        say(f"pid {child}")
        os.waitpid(child, 0)
        say("dead")


if __name__ == "__main__":
    main()
