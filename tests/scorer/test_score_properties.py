"""What must hold for every win."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.differential import Case, draw, hand_of
from scorer import (
    Hand,
    Meld,
    Riichi,
    Score,
    ScoringError,
    Tile,
    WinContext,
    load_rules,
    rule_set_names,
    score,
)
from scorer._points import base_points, ron_points, tsumo_shares

SUIT_BOUND = {"ryuuiisou"}
SEEDS = st.integers(0, 10**6)
SETS = [load_rules(name) for name in rule_set_names()]


def case_of(seed: int) -> Case:
    return draw(random.Random(seed))


def answer(hand: Hand, context: WinContext, case: Case) -> Score | str:
    try:
        return score(hand, context, case.rules)
    except ScoringError as error:
        return error.code


@given(SEEDS, st.randoms())
@settings(max_examples=150, deadline=None)
def test_the_order_of_tiles_does_not_matter(seed: int, rng: random.Random) -> None:
    case = case_of(seed)
    hand = hand_of(case)
    tiles = list(hand.concealed)
    rng.shuffle(tiles)
    shuffled = replace(hand, concealed=tuple(tiles))
    assert answer(hand, case.context, case) == answer(shuffled, case.context, case)


def _moved(tile: Tile, order: tuple[int, ...]) -> Tile:
    return tile if tile.kind > 26 else Tile(order[tile.kind // 9] * 9 + tile.kind % 9, tile.red)


def _swapped(tiles: tuple[Tile, ...], order: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(_moved(tile, order) for tile in tiles)


def _swapped_meld(meld: Meld, order: tuple[int, ...]) -> Meld:
    return replace(meld, tiles=_swapped(meld.tiles, order))


@given(SEEDS, st.permutations((0, 1, 2)))
@settings(max_examples=150, deadline=None)
def test_swapping_suits_changes_nothing_but_suit_bound_yaku(seed: int, order: list[int]) -> None:
    case = case_of(seed)
    hand, suits = hand_of(case), tuple(order)
    other = Hand(
        _swapped(hand.concealed, suits),
        _moved(hand.win_tile, suits),
        tuple(_swapped_meld(meld, suits) for meld in hand.melds),
    )
    context = replace(
        case.context,
        dora_indicators=_swapped(case.context.dora_indicators, suits),
        ura_indicators=_swapped(case.context.ura_indicators, suits),
    )
    results = [answer(hand, case.context, case), answer(other, context, case)]
    found = [result for result in results if isinstance(result, Score)]
    if any(SUIT_BOUND & set(result.yakuman) for result in found):
        return
    values = [(r.points, r.han, r.fu) if isinstance(r, Score) else r for r in results]
    assert values[0] == values[1]


@given(SEEDS)
@settings(max_examples=200, deadline=None)
def test_payments_sum_to_the_sticks_on_the_table(seed: int) -> None:
    case = case_of(seed)
    result = answer(hand_of(case), case.context, case)
    if isinstance(result, Score):
        assert sum(result.deltas.values()) == 1000 * case.context.riichi_sticks
        assert result.deltas[case.context.seat_wind] > 0


@given(
    st.integers(1, 40), st.sampled_from([20, 25, 30, 40, 50, 60, 70, 110]), st.sampled_from(SETS)
)
def test_more_han_never_pay_less(han: int, fu: int, rules: object) -> None:
    less, more = (base_points(n, fu, rules)[0] for n in (han, han + 1))  # type: ignore[arg-type]
    assert less <= more
    for dealer in (True, False):
        assert ron_points(less, dealer) <= ron_points(more, dealer)
        pays = zip(
            tsumo_shares(less, dealer, rules), tsumo_shares(more, dealer, rules), strict=True
        )  # type: ignore[arg-type]
        assert all(a <= b for a, b in pays)


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_fu_items_explain_the_fu(seed: int) -> None:
    case = case_of(seed)
    result = answer(hand_of(case), case.context, case)
    if isinstance(result, Score) and result.fu:
        total = sum(item.fu for item in result.fu_items)
        assert total <= result.fu < total + 10


@given(SEEDS, st.sampled_from(SETS))
@settings(max_examples=200, deadline=None)
def test_any_rule_set_scores_or_says_why(seed: int, rules: object) -> None:
    case = case_of(seed)
    try:
        result = score(hand_of(case), case.context, rules)  # type: ignore[arg-type]
    except ScoringError as error:
        assert error.code
        assert error.message.endswith(".")
    else:
        assert result.points > 0
        assert result.rules == rules.name  # type: ignore[attr-defined]


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_riichi_never_makes_a_hand_cheaper(seed: int) -> None:
    case = case_of(seed)
    if any(meld.type != "ankan" for meld in hand_of(case).melds):
        return
    plain = replace(case.context, riichi=Riichi.NONE, ippatsu=False, ura_indicators=())
    if plain.tenhou or plain.chiihou:
        return
    without = answer(hand_of(case), plain, case)
    with_riichi = answer(hand_of(case), replace(plain, riichi=Riichi.RIICHI), case)
    assert isinstance(with_riichi, Score)
    if isinstance(without, Score):
        assert with_riichi.points >= without.points
