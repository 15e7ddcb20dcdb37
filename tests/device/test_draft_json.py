"""A hand without an answer as JSON, and back."""

import json
from dataclasses import replace

import pytest
from page_table import reading_of

from detector import River, StickReading
from device.desk._draft_edits import apply_edit
from device.desk._draft_json import draft_from, draft_record
from device.page._draft import draft_of
from device.page._edit import AddTile, SetContext
from scorer import TENHOU, Riichi, WinContext, Wind, change_rules

DOUBTS = {3: (0.55, (("7p", 0.4),))}
READINGS = [
    reading_of("234m456p678s55p67p", "8p", dora="4p", doubts=DOUBTS),
    reading_of("123m456p789s2z", "2z", melds=[("pon", "111z", 1)], split=True),
    reading_of("2340m", "5m", melds=[("kakan", "1111z", 0), ("ankan", "9999m", -1),
                                     ("chi", "678s", 0)], unread=[2]),
    reading_of("123m"),
]  # fmt: skip


@pytest.mark.parametrize("reading", READINGS)
def test_a_draft_comes_back_as_it_was(reading):
    stick = StickReading(None, "left", ((0.0, 1.5),) * 4, 0.8)
    reading = replace(reading, rivers=(River("top", (0, 1), 1),), sticks=(stick,))
    context = WinContext(tsumo=True, seat_wind=Wind.S, riichi=Riichi.DOUBLE, discarder=Wind.N)
    draft = draft_of(reading, context, change_rules(TENHOU, {"kiriage": True}))
    for edit in (AddTile("1z", "dora"), SetContext("haitei", True)):
        draft = apply_edit(draft, edit)
    found = draft_from(json.loads(json.dumps(draft_record(draft))))
    kept = replace(draft, previous=None, last=None)
    assert found == replace(kept, reading=replace(draft.reading, messages=()))


@pytest.mark.parametrize("damage", [{}, {"hand": 7}, {"rules": "none"}, {"reading": []},
                                    {"context": {"seat_wind": "Q"}}, {"new": 1}])  # fmt: skip
def test_a_damaged_draft_is_none(damage):
    draft = draft_of(READINGS[0], WinContext(tsumo=True), TENHOU)
    record = {**draft_record(draft), **damage} if damage else {}
    assert draft_from(record) is None
