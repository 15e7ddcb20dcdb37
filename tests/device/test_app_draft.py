"""Corrections of a hand: what a person says is what counts, and it can be taken back."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_table import reading_of

from detector import FLOWER, indices_of
from device.desk._draft_edits import apply_edit
from device.page._draft import (
    Draft,
    Problem,
    context_of,
    draft_of,
    empty_draft,
    outcome_of,
)
from device.page._edit import (
    PLACES,
    AddSet,
    AddTile,
    Call,
    ChooseOption,
    ChooseSplit,
    Confirm,
    EditError,
    RemoveTile,
    SetContext,
    SetRules,
    SetTile,
    SetWin,
    Uncall,
    Undo,
    parse_edit,
)
from device.page._ports import State
from device.page._view_draft import draft_view
from scorer import TENHOU, MeldType, Riichi, Score, WinContext, Wind

SURE = frozenset[str]()
HAND = reading_of("123m456p789s1112z", "2z", dora="4p")


def drafted(reading=HAND, context=None, asks=SURE):
    return draft_of(reading, context or WinContext(tsumo=True), TENHOU, asks=asks)


def edited(draft, *edits):
    for edit in edits:
        draft = apply_edit(draft, edit)
    return draft


def points(draft):
    outcome = outcome_of(draft)
    assert isinstance(outcome, Score), outcome
    return outcome.points


def problem(draft):
    outcome = outcome_of(draft)
    assert isinstance(outcome, Problem), outcome
    return outcome.code


def refused(draft, edit):
    try:
        apply_edit(draft, edit)
    except EditError as error:
        return error.code
    raise AssertionError(f"{edit} was taken")


@pytest.mark.parametrize(("count", "told"), [(1, "One flower tile is"), (2, "2 flower tiles are")])
def test_flowers_are_counted_in_words(count, told):
    flower = replace(HAND.detections[0], tile=FLOWER)
    reading = replace(HAND, detections=(*HAND.detections, *[flower] * count))
    assert draft_view(drafted(reading), "en", None)["messages"][0].startswith(told)


def test_tiles_that_are_missing_are_asked_for_before_anything_else():
    """Saying that the others are right would not make them a hand."""
    short = drafted(reading_of("123m456p789s1112z", doubts={3: (0.6, (("5p", 0.3),))}))
    assert short.uncertain
    assert not draft_view(short, "en", None)["uncertain"]
    assert problem(short) == "tile_count"
    assert draft_view(edited(short, AddTile("2z", "win")), "en", None)["uncertain"]


def test_a_changed_tile_changes_the_score_and_undo_brings_it_back():
    draft = drafted()
    before = outcome_of(draft)
    changed = edited(draft, SetTile(0, "4m"), SetTile(1, "0m"), SetTile(2, "6m"))
    assert outcome_of(changed).akadora == 1
    assert outcome_of(edited(changed, Undo(), Undo(), Undo())) == before
    assert refused(draft, Undo()) == "nothing_to_undo"


def test_how_it_was_won_is_asked_and_never_guessed():
    draft = drafted(asks=frozenset({"tsumo"}))
    assert problem(draft) == "ask_tsumo"
    assert problem(edited(draft, SetContext("seat_wind", Wind.S))) == "ask_tsumo"
    assert outcome_of(edited(draft, SetContext("tsumo", True))).han == 4
    assert outcome_of(edited(draft, SetContext("haitei", True))).han == 5


def test_what_is_said_last_wins_over_what_contradicts_it():
    ron = edited(
        drafted(), SetContext("rinshan", True), SetContext("tsumo", False),
        SetContext("discarder", Wind.N),
    )  # fmt: skip
    assert (ron.context.rinshan, ron.context.discarder) == (False, Wind.N)
    tsumo = edited(ron, SetContext("houtei", True), SetContext("tsumo", True))
    assert (tsumo.context.houtei, tsumo.context.discarder) == (False, None)
    moved = edited(ron, SetContext("seat_wind", Wind.N))
    assert moved.context.discarder is None


def test_without_riichi_there_is_neither_ippatsu_nor_ura():
    draft = edited(
        drafted(), SetContext("riichi", Riichi.RIICHI), SetContext("ippatsu", True),
        AddTile("1z", "ura"), SetContext("riichi", Riichi.NONE),
    )  # fmt: skip
    assert not draft.context.ippatsu
    assert context_of(draft).ura_indicators == ()


def test_dora_indicators_are_added_changed_and_removed():
    draft = drafted()
    [indicator] = draft.reading.dora_indicators
    assert outcome_of(draft).dora == 1
    assert outcome_of(edited(draft, SetTile(indicator, "9p"))).dora == 0
    assert outcome_of(edited(draft, AddTile("4p", "dora"))).dora == 2
    assert outcome_of(edited(draft, RemoveTile(indicator))).dora == 0
    for face in ("back", "?", "flower"):
        assert problem(edited(draft, SetTile(indicator, face))) == "dora_unreadable"


def test_a_missing_winning_tile_is_added():
    draft = drafted(reading_of("123m456p789s1112z", dora="4p"))
    assert problem(draft) == "tile_count"
    assert points(edited(draft, AddTile("2z", "win"))) == points(drafted())


def test_the_winning_tile_is_pointed_out():
    draft = drafted(reading_of("123m456p789s11122z", dora="4p"))
    assert problem(draft) == "win_unknown"
    assert points(edited(draft, SetWin(13))) == points(drafted())
    [indicator] = draft.reading.dora_indicators
    assert refused(draft, SetWin(indicator)) == "win_not_concealed"


def test_a_tile_too_many_is_removed():
    draft = drafted(reading_of("1123m456p789s1112z", "2z", dora="4p"))
    assert problem(draft) == "tile_count"
    assert points(edited(draft, RemoveTile(0))) == points(drafted())


def test_a_set_read_as_concealed_is_called_and_back():
    draft = drafted()
    called = edited(draft, Call(9, MeldType.PON, 2))
    assert [meld.type for meld in called.hand.melds] == ["pon"]
    assert points(called) < points(draft)
    assert outcome_of(edited(called, Uncall(9))) == outcome_of(draft)
    assert refused(draft, Uncall(9)) == "not_called"
    assert refused(draft, Call(12, MeldType.CHI)) == "set_too_short"


def test_a_called_set_changes_its_kind():
    reading = reading_of("123m456p789s2z", "2z", melds=[("daiminkan", "1111z", 0)], dora="4p")
    draft = drafted(reading)
    closed = edited(draft, Call(draft.hand.melds[0].tiles[0], MeldType.ANKAN))
    assert [meld.type for meld in closed.hand.melds] == ["ankan"]
    assert points(closed) > points(draft)


def test_rule_sets_change_the_players_too():
    draft = edited(drafted(), SetRules("sanma-tenhou"))
    assert (draft.rules.name, draft.context.players) == ("sanma-tenhou", 3)
    assert refused(draft, SetRules("nobodys")) == "no_rules"


DOUBTS = {7: (0.5, (("7s", 0.3), ("9s", 0.1))), 3: (0.6, (("7p", 0.3),))}


def test_a_doubt_stays_until_every_doubtful_tile_is_said():
    draft = drafted(reading_of("123m456p789s1112z", "2z", dora="4p", doubts=DOUBTS))
    assert draft.uncertain
    assert draft.doubtful == {3, 7}
    half = edited(draft, SetTile(7, "8s"))
    assert half.uncertain
    assert half.doubtful == {3}
    whole = edited(half, SetTile(3, "4p"))
    assert not whole.uncertain
    assert not whole.doubtful
    assert edited(whole, Undo()).uncertain


def test_what_is_shown_can_be_confirmed_at_once():
    draft = drafted(reading_of("123m456p789s1112z", "2z", doubts=DOUBTS))
    assert not edited(draft, Confirm()).uncertain


def test_another_whole_reading_is_taken():
    draft = drafted(reading_of("123m456p789s1112z", "2z", options=["123m456p789s11133z"]))
    assert draft.doubtful == {12, 13}
    other = edited(draft, ChooseOption(0))
    assert (other.faces[12], other.faces[13], other.uncertain) == ("3z", "3z", False)
    assert refused(other, ChooseOption(0)) == "no_option"


def test_options_that_a_said_tile_rules_out_are_dropped():
    options = ["123m456p789s11133z", "123m456p789s11144z"]
    draft = drafted(reading_of("123m456p789s1112z", "2z", options=options))
    said = edited(draft, SetTile(12, "3z"))
    assert said.hand.options == (tuple(draft.hand.options[0]),)
    assert said.doubtful == {13}


SPLIT = reading_of("123m456p789s2z", "2z", melds=[("pon", "111z", 1)], dora="4p", split=True)


def test_another_grouping_is_taken():
    draft = drafted(SPLIT)
    assert draft.uncertain
    assert not draft.doubtful
    other = edited(draft, ChooseSplit(0))
    assert (other.hand.melds, other.uncertain) == ((), False)
    assert points(other) == points(drafted())
    assert refused(other, ChooseSplit(0)) == "no_option"


def test_a_said_tile_is_said_in_every_grouping():
    draft = edited(drafted(SPLIT), SetTile(0, "4m"), SetTile(1, "0m"), SetTile(2, "6m"))
    assert draft.uncertain
    assert outcome_of(edited(draft, ChooseSplit(0))).akadora == 1


def test_an_unread_tile_is_marked_even_when_nothing_else_is_doubtful():
    draft = edited(drafted(), AddTile("1z", "dora"))
    blind = drafted(reading_of("123m456p789s1112z", "2z", unread=[4]))
    assert not draft.doubtful
    assert blind.doubtful == {4}
    assert problem(blind) == "unreadable"
    assert points(edited(blind, SetTile(4, "5p"))) == points(edited(drafted(), RemoveTile(14)))


def test_a_whole_hand_is_entered_without_a_camera():
    draft = empty_draft(WinContext(tsumo=False), TENHOU)
    for tile in ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "1z", "2z"):
        draft = apply_edit(draft, AddTile(tile, "concealed"))
    draft = edited(draft, AddTile("2z", "win"), AddTile("4p", "dora"), SetContext("tsumo", True))
    assert points(draft) == points(drafted())


def test_a_called_set_is_entered_by_its_first_tile():
    draft = empty_draft(WinContext(tsumo=True), TENHOU)
    draft = edited(draft, AddSet(MeldType.CHI, "0p"), AddSet(MeldType.PON, "0m"))
    draft = edited(draft, AddSet(MeldType.KAKAN, "1z"), AddSet(MeldType.ANKAN, "7z"))
    assert "".join(draft.hand.faces) == "0p6p7p0m5m5m1z1z1z1z7z7z7z7z"
    draft = edited(draft, AddTile("9s", "concealed"), AddTile("9s", "win"))
    draft = edited(draft, SetContext("tsumo", True))
    assert {yaku.id for yaku in outcome_of(draft).yaku} >= {"chun", "seat_wind", "round_wind"}
    assert [meld.called for meld in draft.hand.melds] == [0, 3, 6, None]


@pytest.mark.parametrize("tile", ["8m", "9s", "1z"])
def test_no_chi_begins_with_such_a_tile(tile):
    with pytest.raises(EditError, match="no chi begins"):
        parse_edit({"op": "add_set", "type": "chi", "tile": tile})


#: What a person says last, and the words of the button that takes it back.
TOLD = {
    SetTile(0, "5m"): ("Undo: 1 man → 5 man", "取り消す：一萬 → 五萬"),
    SetWin(3): ("Undo: Winning tile 4 pin", "取り消す：和了牌 四筒"),
    AddTile("4p", "dora"): ("Undo: + 4 pin", "取り消す：+ 四筒"),
    AddSet(MeldType.PON, "7z"): ("Undo: + Pon Red dragon", "取り消す：+ ポン 中"),
    RemoveTile(13): ("Undo: − South", "取り消す：− 南"),
    Call(0, MeldType.CHI): ("Undo: Chi 1 man", "取り消す：チー 一萬"),
    SetContext("tsumo", False): ("Undo: Ron", "取り消す：ロン"),
    SetContext("haitei", True): ("Undo: Haitei +", "取り消す：海底摸月 +"),
    SetContext("seat_wind", Wind.S): ("Undo: Seat wind: South", "取り消す：自風: 南"),
    SetContext("riichi", Riichi.RIICHI): ("Undo: Riichi: Riichi", "取り消す：リーチ: リーチ"),
    SetContext("honba", 2): ("Undo: Honba: 2", "取り消す：本場: 2"),
    SetRules("wrc"): ("Undo: other rules", "取り消す：ルール変更"),
    Confirm(): ("Undo: It is right as shown", "取り消す：表示のとおりで正しい"),
}


@pytest.mark.parametrize("edit", TOLD, ids=str)
def test_what_would_be_undone_is_said(edit):
    draft = edited(drafted(), edit)
    told = tuple(draft_view(draft, lang, None)["undo"] for lang in ("en", "ja"))
    assert told == TOLD[edit]
    assert draft_view(drafted(), "en", None)["undo"] == ""


def test_a_table_without_a_hand_says_so():
    nothing = Draft(HAND, None, WinContext(tsumo=True), TENHOU)
    assert problem(nothing) == "no_hand"
    assert refused(nothing, SetWin(0)) == "no_hand"
    assert State(1, "shown", TENHOU, None, draft=nothing).outcome is None


EDITS = st.one_of(
    st.builds(SetTile, st.integers(0, 20), st.sampled_from(("1m", "0p", "7z", "back"))),
    st.builds(SetWin, st.integers(0, 20)),
    st.builds(AddTile, st.sampled_from(("1m", "0p", "7z")), st.sampled_from(PLACES)),
    st.builds(AddSet, st.sampled_from(MeldType), st.sampled_from(("1m", "0p", "7s"))),
    st.builds(RemoveTile, st.integers(0, 20)),
    st.builds(Call, st.integers(0, 20), st.sampled_from(MeldType), st.integers(0, 3)),
    st.builds(Uncall, st.integers(0, 20)),
    st.builds(ChooseOption, st.integers(0, 2)),
    st.builds(ChooseSplit, st.integers(0, 1)),
    st.builds(SetContext, st.just("tsumo"), st.booleans()),
    st.builds(SetContext, st.just("riichi"), st.sampled_from((Riichi.NONE, Riichi.RIICHI))),
    st.builds(SetContext, st.just("discarder"), st.sampled_from((None, *Wind))),
    st.builds(SetRules, st.sampled_from(("tenhou", "sanma-tenhou", "no such"))),
    st.just(Confirm()),
    st.just(Undo()),
)


@given(st.lists(EDITS, max_size=12), st.booleans())
def test_no_order_of_corrections_breaks_the_hand(edits, doubtful):
    melds = [("pon", "111z", 1)]
    options = ["123m456p789s33z111z"] if doubtful else []
    doubts = DOUBTS if doubtful else {}
    reading = reading_of(
        "123m456p789s2z", "2z", melds, "4p", doubts, options=options, split=doubtful
    )
    draft = drafted(reading)
    for edit in edits:
        try:
            draft = apply_edit(draft, edit)
        except EditError:
            continue
        members = indices_of(draft.hand)
        assert len(members) == len(set(members)) == len(draft.hand.faces)
        assert all(len(option) == len(members) for option in draft.hand.options)
        assert draft.hand.win is None or draft.hand.win in draft.hand.concealed
        assert isinstance(outcome_of(draft), Score | Problem)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(("op", "index", "tile", "place", "field", "value", "type", "name")),
                inner
                | st.sampled_from(("tile", "win", "context", "call", "tsumo", "riichi", "add")),
            )
        ),
        max_leaves=8,
    )
)
def test_any_json_is_an_edit_or_refused(body):
    try:
        edit = parse_edit(body)
    except EditError as error:
        assert error.code == "bad_edit"
    else:
        assert edit == parse_edit(body)
