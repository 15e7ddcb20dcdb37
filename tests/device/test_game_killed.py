"""A game whose program is killed at any moment goes on where it was."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from device._desk import Setup
from device._keeper import Keeper
from device._log_dialects import FILE_NAME
from device._log_sql import SqlLog
from device._service import Service
from scorer import replay

ROOT = Path(__file__).parents[2]
KILLS = 24

PLAYER = """
import json, os, random, sys
from pathlib import Path
import numpy as np
sys.path.insert(0, "tests/device")
from dataclasses import replace
from page_table import reading_of
from device._app_edit import EditError, SetContext
from device._app_game import *
from device._desk import Setup
from device._keeper import Keeper
from device._log_sql import SqlLog
from device._service import Service
from scorer import Abort, Riichi

IMAGE = np.full((720, 1280, 3), 90, np.uint8)
SIDES = ("bottom", "right", "top", "left")
HANDS = [reading_of("234m456p678s55p67p", "8p"), reading_of("111z234m567p99s34s", "5s"),
         reading_of("345m345p222s6688s", "8s")]

def win(service, rng):
    reading, side = rng.choice(HANDS), rng.choice(SIDES)
    hands = tuple(replace(hand, seat=side) for hand in reading.hands)
    service._read = lambda _: replace(reading, hands=hands)
    service.see((IMAGE,))
    service.edit(SetContext("tsumo", True))
    service._read = lambda _: replace(reading, detections=(), hands=())
    service.see((IMAGE,))

ENTRIES = [
    lambda s, r: s.play(Declare(r.randrange(4))),
    lambda s, r: s.play(Exhausted(s.state().game.book.ledger.state.riichi)),
    lambda s, r: s.play(CallOff(Abort.KYUUSHU_KYUUHAI)),
    lambda s, r: s.play(TakeBack()), lambda s, r: s.play(PutBack()),
    lambda s, r: s.edit(SetContext("riichi", r.choice([Riichi.NONE, Riichi.RIICHI]))),
    lambda s, r: s.play(Turn(r.randrange(4))),
    win, win, win,
]

def play(folder, seed):
    rng = random.Random(seed)
    service = Service(Setup(), None, Keeper(lambda: SqlLog(folder)))
    while True:
        game = service.state().game
        try:
            if game is None or game.book.ledger.state.end is not None:
                service.play(Begin(("A", "B", "C", "D"), SIDES))
            else:
                rng.choice(ENTRIES)(service, rng)
        except EditError:
            continue
        game = service.state().game
        told = [game.number, game.book.lines, game.book.ledger.state.scores]
        os.write(1, json.dumps(told).encode() + b"\\n")

while line := sys.stdin.readline():
    child = os.fork()
    if child == 0:
        play(Path(sys.argv[1]), line)
    os.write(1, b"pid %d\\n" % child)
    os.waitpid(child, 0)
    os.write(1, b"dead\\n")
"""


def test_kill_9_at_any_moment_leaves_the_game_as_it_was_told(tmp_path):
    rng = random.Random(7)
    told = 0
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", PLAYER, tmp_path], cwd=ROOT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as boss:  # fmt: skip
        for number in range(KILLS):
            last, count = _kill_one(boss, number, rng.uniform(0, 0.25))
            told += count
            if last is not None:
                _check(tmp_path, *last)
        boss.stdin.close()
    assert told > 2 * KILLS


def _kill_one(boss, seed, delay):
    """Let a program play, kill it ``delay`` seconds after its first word; return its last one."""
    boss.stdin.write(f"{seed}\n")
    boss.stdin.flush()
    lines, child = [], None
    for line in boss.stdout:
        if line.startswith("pid"):
            child = int(line.split()[1])
        elif line == "dead\n":
            break
        else:
            lines.append(json.loads(line))
        if child is not None and lines:
            time.sleep(delay)
            os.kill(child, signal.SIGKILL)
            child = None
    return (lines[-1] if lines else None), len(lines)


def _check(folder, number, lines, scores):
    """The game is as it was told, or one entry further; every hand of it is logged."""
    with sqlite3.connect(folder / FILE_NAME) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        hands = {hand for (hand,) in connection.execute("SELECT id FROM hands")}
        entered = {hand for (hand,) in connection.execute("SELECT hand FROM events") if hand}
    connection.close()
    assert entered == hands
    keeper = Keeper(lambda: SqlLog(folder))
    game = Service(Setup(), None, keeper).state().game
    keeper.close()
    book = game.book
    assert (game.number, book.lines) >= (number, lines)
    if (game.number, book.lines) == (number, lines):
        assert list(book.ledger.state.scores) == scores
    state = book.ledger.state
    assert sum(state.scores) + 1000 * state.riichi_sticks + state.off_table == 100_000
    events = [event for move in book.ledger.moves for event in move.events]
    assert replay(events, book.ledger.rules) == state
