"""What the voice says about a game, word for word."""

import pytest

from device._i18n import LANGUAGES, text
from device.game._game import Play, open_book
from device.page._game import (
    CallOff,
    Declare,
    Exhausted,
    Foul,
    NoRiichi,
    PutBack,
    Rename,
    TakeBack,
    Turn,
    WinByHand,
)
from device.voice._game import entry_said, standing
from scorer import (
    TENHOU,
    Abort,
    EndGame,
    ExhaustiveDraw,
    RiichiDeclared,
    Win,
    Winner,
    load_rules,
)

START = open_book(TENHOU, ("A", "B", "C", "D"), ("bottom", "right", "top", "left"))
STATE = START.ledger.state
SAID = {
    "ja": [
        "ナン、リーチ", "ナン、リーチ取り消し", "リュウキョク、全員ノーテン",
        "リュウキョク、ナン、ペー、テンパイ", "リュウキョク、全員テンパイ", "キュウシュキュウハイ",
        "シャー、チョンボ", "シャー、罰符、3000点", "トン、アガリ、3900点", "取り消しました",
        "やり直しました", "席を直しました", "",
    ],
    "en": [
        "South, riichi", "South, no riichi", "Exhaustive draw, nobody tenpai",
        "Exhaustive draw, South, North tenpai", "Exhaustive draw, all tenpai",
        "Nine terminals, abortive draw", "West, chombo", "West, penalty, 3000 points",
        "East wins 3900 points", "Taken back", "Put back", "Seats corrected", "",
    ],
    "zh": [
        "南，立直", "南，取消立直", "荒牌流局、全员未听牌", "荒牌流局、南、北听牌",
        "荒牌流局、全员听牌", "九种九牌，流局", "西，错和", "西，罚3000点", "东和牌，3900点",
        "已撤销", "已恢复", "座位已更正", "",
    ],
}  # fmt: skip
ENTRIES = [
    Declare(1), NoRiichi(1), Exhausted(()), Exhausted((1, 3)), Exhausted((0, 1, 2, 3)),
    CallOff(Abort.KYUUSHU_KYUUHAI), Foul(2), Foul(2, 3000), WinByHand(0, 3900, 1), TakeBack(),
    PutBack(), Turn(1), Rename(("a", "b", "c", "d")),
]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_entry_is_said_in_the_words_of_the_table(lang):
    assert [entry_said(entry, STATE, lang) for entry in ENTRIES] == SAID[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_abortive_draw_has_its_word(lang):
    said = {entry_said(CallOff(kind), STATE, lang) for kind in Abort}
    assert len(said) == len(Abort)
    assert all(said)


STANDING = {
    "ja": "トン2局、2本場、供託1本、トン、24000点、ナン、25000点、シャー、25000点、ペー、25000点",
    "en": "East 2, 2 honba, riichi sticks 1, East 24000, South 25000, West 25000, North 25000",
    "zh": "东2局、2本场、供托1根、东24000点、南25000点、西25000点、北25000点",
}
FINAL = {
    "ja": "終局、1位、トン、33000点、2位、ナン、25000点、3位、シャー、25000点、4位、ペー、17000点",
    "en": "The game is over, Place 1, East, 33000 points, Place 2, South, 25000 points, "
    "Place 3, West, 25000 points, Place 4, North, 17000 points",
    "zh": "对局结束、第1名，东，33000点、第2名，南，25000点、"
    "第3名，西，25000点、第4名，北，17000点",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_standing_is_told_from_the_dealer_on(lang):
    book = START
    for event in (ExhaustiveDraw((0, 1, 2, 3)), ExhaustiveDraw(()), RiichiDeclared(1)):
        book = book.after(Play((event,)))
    assert standing(book.ledger, lang) == STANDING[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_end_is_told_by_places(lang):
    over = START.after(Play((Win((Winner(1, 8000),), 0),)))
    over = over.after(Play((EndGame(),)))
    assert standing(over.ledger, lang) == FINAL[lang]


LEFT = {
    "ja": ("残った供託2本はトンに", "残った供託2本は無効"),
    "en": ("Riichi sticks left, 2, to East", "Riichi sticks left, 2, to nobody"),
    "zh": ("剩余供托2根归东", "剩余供托2根作废"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("rules", "told"), [(TENHOU, 0), (load_rules("jpml-a"), 1)])
def test_who_gets_the_sticks_left_at_the_end_is_told(lang, rules, told):
    over = open_book(rules, ("A", "B", "C", "D"), ("bottom", "right", "top", "left"))
    for event in (RiichiDeclared(1), RiichiDeclared(2), ExhaustiveDraw((0, 1, 2, 3)), EndGame()):
        over = over.after(Play((event,)))
    assert f"{LEFT[lang][told]}{text(lang, 'list.comma')}" in standing(over.ledger, lang)
