"""Events of the ledger as JSON and back."""

import json

import pytest

from scorer._errors import ScoringError
from scorer._game_events import (
    Abort,
    AbortiveDraw,
    Chips,
    Chombo,
    Correction,
    EndGame,
    ExhaustiveDraw,
    Pao,
    Penalty,
    RiichiAnnulled,
    RiichiDeclared,
    TakeOver,
    TimeUp,
    Win,
    Winner,
)
from scorer._game_json import event_from_dict, event_to_dict
from scorer._hand import Hand, Meld, MeldType, Riichi, WinContext, Wind
from scorer._tile import Tile, parse_tiles

PON = Meld(MeldType.PON, parse_tiles("777z"), Tile.parse("7z"), from_seat=2)
HAND = Hand(parse_tiles("11m456p405s"), Tile.parse("0s"), (PON,), nuki=1)
CONTEXT = WinContext(
    tsumo=False,
    seat_wind=Wind.S,
    riichi=Riichi.DOUBLE,
    ippatsu=True,
    dora_indicators=parse_tiles("0p4z"),
    discarder=Wind.E,
)
EVENTS = [
    TakeOver((25000, 24000, 25000, 25000), Wind.S, 2, 1, 1),
    RiichiDeclared(0),
    RiichiAnnulled(3),
    Win((Winner(1, 8000, Pao(2, 0), HAND, CONTEXT), Winner(2, 1000)), discarder=0),
    Win((Winner(1, 7900),)),
    ExhaustiveDraw((0, 2), (1,)),
    ExhaustiveDraw(),
    AbortiveDraw(Abort.SUUFON_RENDA),
    Chombo(1),
    Penalty(1, 1000, "late"),
    Chips((1, -1, 0, 0)),
    Correction((0, 100, -100, 0), 0, 2, "miscounted"),
    TimeUp(),
    EndGame(),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_survives_json(event):
    assert event_from_dict(json.loads(json.dumps(event_to_dict(event)))) == event


def test_a_win_as_it_is_written():
    assert event_to_dict(Win((Winner(1, 8000, hand=HAND, context=CONTEXT),), 0)) == {
        "type": "win",
        "winners": [
            {
                "player": 1,
                "points": 8000,
                "hand": {
                    "concealed": ["1m", "1m", "4p", "5p", "6p", "4s", "0s", "5s"],
                    "win_tile": "0s",
                    "melds": [
                        {
                            "type": "pon",
                            "tiles": ["7z", "7z", "7z"],
                            "called_tile": "7z",
                            "from_seat": 2,
                        }
                    ],
                    "nuki": 1,
                },
                "context": {
                    "tsumo": False,
                    "seat_wind": "S",
                    "riichi": "double",
                    "ippatsu": True,
                    "dora_indicators": ["0p", "4z"],
                    "discarder": "E",
                },
            }
        ],
        "discarder": 0,
    }


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "None is no kind of event"),
        ({"type": "explosion"}, "'explosion' is no kind of event; known are take_over, riichi"),
        ({"type": ["win"]}, "['win'] is no kind of event"),
        ({"type": "riichi"}, "RiichiDeclared lacks a field"),
        ({"type": "riichi", "player": "1"}, "'1' should be a value of type int"),
        ({"type": "riichi", "player": True}, "True should be a value of type int"),
        ({"type": "riichi", "player": 1, "seat": 1}, "RiichiDeclared has no field seat"),
        ({"type": "win", "winners": 1}, "1 should be a list"),
        ({"type": "win", "winners": [1]}, "Winner must be written as an object, not 1"),
        ({"type": "abortive_draw", "kind": "rain"}, "'rain' is no abort"),
        ({"type": "take_over", "scores": [], "round_wind": "X"}, "'X' is no wind"),
        (
            {"type": "win", "winners": [{"player": 0, "points": 1, "hand": {"win_tile": 5}}]},
            "5 is no tile",
        ),
    ],
)
def test_what_is_no_event_is_told(data, message):
    with pytest.raises(ScoringError) as caught:
        event_from_dict(data)
    assert caught.value.code == "event_json"
    assert message in caught.value.message
