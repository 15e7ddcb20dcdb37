"""A slice of an evening: real networks, ledger, log and page; the engine knows the scores."""

from collections import Counter
from pathlib import Path

from page_stage import stage, visit_app
from playwright.sync_api import Page, expect

from datasets.simulate import Table, game
from device.game._json import book_of
from device.log._sql import SqlLog
from device.page._app import create_app

__all__ = ["stage", "visit_app"]

SEED = 12
#: Of the ten hands of this game at least so many are right without a touch.
LEAST = 8


def shows(page: Page, scores: tuple[int, ...]) -> None:
    for player, score in enumerate(scores):
        place = page.locator(f'.scores [data-player="{player}"] .score')
        expect(place).to_have_text(str(score).replace("-", "−"))


def scores_in(folder: Path) -> tuple[int, ...]:
    log = SqlLog(folder)
    newest = log.games(1)[0]
    scores = book_of(newest, log.lines(newest.id)).ledger.state.scores
    log.close()
    return scores


def test_the_hands_of_a_game_are_entered_without_a_touch_or_asked_about(tmp_path, visit_app):
    table, kinds = Table(tmp_path), Counter()
    shown, page = table.service, visit_app(create_app(table.service))
    for number, hand in enumerate(game(SEED)):
        kind, said = table.play(hand, 1000 * SEED + number)
        assert kind != "wrong", f"{hand.label}: {said}"
        kinds[kind] += 1
        if table.service is not shown:  # the hand before was entered for it
            page.close()
            shown, page = table.service, visit_app(create_app(table.service))
        if kind == "right":
            shows(page, hand.after)
            assert scores_in(tmp_path) == hand.after
    table.close()
    assert kinds["right"] >= LEAST, kinds
