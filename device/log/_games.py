"""The games of a log, folded: what the sheet, the statistics and the exports are made of."""

from __future__ import annotations

from collections.abc import Sequence

from device._errors import LogError
from device.game._game import Ledger
from device.game._json import book_of
from device.log._port import Game, Log


def ledger_of(log: Log, game: Game) -> Ledger:
    """Return the ledger of a game; raises ``LogError`` where it is damaged."""
    return book_of(game, log.lines(game.id)).ledger


def game_of_number(log: Log, number: int) -> Game:
    """Return the game with the id ``number``; raises ``LogError`` where there is none."""
    found = log.games(1, number + 1)
    if not found or found[0].id != number:
        raise LogError("log_no_game", number=number)
    return found[0]


def ledgers_of(log: Log, limit: int | None = None) -> tuple[Sequence[tuple[Game, Ledger]], int]:
    """Return the newest ``limit`` games, oldest first, and how many damaged ones are left out."""
    games = log.games(limit)
    told: list[tuple[Game, Ledger]] = []
    for game in reversed(games):
        try:
            told.append((game, ledger_of(log, game)))
        except LogError as error:
            if error.code != "game_damaged":
                raise
    return told, len(games) - len(told)
