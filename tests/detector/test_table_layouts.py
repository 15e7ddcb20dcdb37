"""A slice of the figures of ``python -m datasets.layout``: played games, laid and read back."""

from collections import Counter

import pytest

from datasets.layout_games import wins
from datasets.layout_report import measure
from detector.table._complete import is_complete
from detector.table._legality import kind_of

TABLES = 60


@pytest.fixture(scope="module")
def figures() -> tuple[Counter[str], ...]:
    return tuple(part.tally for part in measure(TABLES, seed=20))


def test_perfect_boxes_are_read_exactly(figures: tuple[Counter[str], ...]) -> None:
    perfect, _ = figures
    assert perfect["tables"] == TABLES
    assert perfect["exact, faces too"] >= TABLES - 1
    assert perfect["rivers exact"] >= TABLES - 1
    assert perfect["other seats' sets exact"] >= TABLES - 1


def test_facts_about_the_game_are_right_or_not_told(figures: tuple[Counter[str], ...]) -> None:
    perfect, _ = figures
    told = {fact: perfect[f"{fact}: right"] for fact in ("riichi", "ippatsu", "turn", "furiten")}
    assert min(told.values()) >= 10
    assert [fact for fact in perfect if fact.endswith(": wrong")] == []


def test_three_players_with_norths_aside_are_read_as_well() -> None:
    perfect, noisy = (part.tally for part in measure(TABLES // 2, seed=21, players=3))
    assert perfect["exact, faces too"] >= TABLES // 2 - 1
    assert [fact for fact in perfect if fact.endswith(": wrong")] == []
    assert noisy["wrong and sure"] <= 1


def test_noise_makes_hands_uncertain_rather_than_wrong(figures: tuple[Counter[str], ...]) -> None:
    _, noisy = figures
    assert noisy["wrong and sure"] <= 1
    assert noisy["exact, faces too"] >= 0.65 * TABLES


def test_played_wins_are_winning_hands_of_a_whole_set_of_tiles() -> None:
    for _, win in zip(range(40), wins(3), strict=False):
        calls = win.calls[win.winner]
        own = sorted(kind_of(face) for face in (*win.concealed, win.win_tile))
        assert is_complete(tuple(own), len(calls))
        called = [t for c in sum(win.calls, ()) for t in (*c.own, c.called, c.added) if t]
        thrown = [discard.tile for river in win.rivers for discard in river]
        taken = [win.win_tile] if win.discarder is None else []
        all_tiles = [*win.concealed, *taken, *called, *thrown, *win.dora, *win.ura]
        assert max(Counter(map(kind_of, all_tiles)).values()) <= 4
        assert max(Counter(all_tiles).values()) <= 4
