"""The three languages say the same things, and every refusal has its sentence."""

import re
import string
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from detector import BACK, FACES, UNREADABLE
from device._i18n import LANGUAGES, catalogue, negotiate, text, tile_name
from device._rules_text import rules_title
from device.desk import _desk, _desk_game, _draft_edits
from device.game import _entry_operation, _scorekeeper
from device.page import _draft, _edit, _game_parse, _page
from device.page._view import strings_view
from scorer import (
    TENHOU,
    _check,
    _conflicts,
    _ledger,
    _ledger_edit,
    _ledger_payments,
    load_rules,
    rule_set_names,
)
from scorer.names import YAKU

WEB = Path(_page.__file__).parents[1] / "web"
GAPS = string.Formatter()


def gaps(sentence):
    return {name for _, name, _, _ in GAPS.parse(sentence) if name} - {"message"}


def test_all_languages_have_the_same_keys():
    english, *others = (catalogue(lang) for lang in LANGUAGES)
    for other in others:
        assert other.keys() == english.keys()
        assert all(other.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_has_a_gap_that_another_has_not(lang):
    for key, sentence in catalogue(lang).items():
        assert gaps(sentence) <= gaps(catalogue("ja")[key]) | gaps(catalogue("en")[key]), key


def test_every_rule_set_has_its_name_and_your_own_the_one_it_gives():
    rules = [load_rules(name) for name in rule_set_names()]
    assert [rules_title(each, "en") for each in rules] == [each.title for each in rules]
    assert rules_title(load_rules("tenhou"), "ja") == "天鳳"
    for lang in LANGUAGES:
        assert all(f"rules.{name}" in catalogue(lang) for name in rule_set_names())
        assert rules_title(replace(TENHOU, title="Our table"), lang) == "Our table"
        assert rules_title(replace(TENHOU, name="ours", title="Ours"), lang) == "Ours"


def test_japanese_sentences_have_one_word_for_riichi():
    assert [
        s for s in (*catalogue("ja").values(), *(n.ja for n in YAKU.values())) if "立直" in s
    ] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_the_page_asks_for_exists(lang):
    known = strings_view(lang)
    for script in WEB.glob("*.js"):
        for key in re.findall(r'\bt\("([^"]+)"', script.read_text(encoding="utf-8")):
            assert key in known, (script.name, key)
        for stem in re.findall(r"\bt\(`([a-z_.]+\.)\$\{", script.read_text(encoding="utf-8")):
            assert any(key.startswith(stem) for key in known), (script.name, stem)


@pytest.mark.parametrize(
    "module",
    [
        _draft, _edit, _page, _check, _game_parse, _desk, _desk_game, _draft_edits,
        _entry_operation, _scorekeeper, _ledger, _ledger_edit, _ledger_payments,
    ],
)  # fmt: skip
def test_every_refusal_has_its_sentence(module):
    source = Path(module.__file__).read_text(encoding="utf-8")
    raised = re.findall(r'(?:Error|_problem|Refused)\(\s*(?:\d+, )?"(\w+)"', source)
    assert raised
    rare = {"players_differ", "impossible_pao", "negative_counters", "north_not_aside"}
    rare |= {"points_lost", "take_over_late", "chips_off", "chips_lost", "no_winner", "pao_self"}
    rare |= {"pao_points"}  # what no entry of the page asks for
    for code in set(raised) - rare:
        assert f"error.{code}" in catalogue("zh"), code


def test_every_conflict_has_its_sentence():
    for code, _, _ in _conflicts._CONFLICTS:
        assert f"error.{code}" in catalogue("zh"), code


def test_every_tile_has_a_name_of_its_own():
    for lang in LANGUAGES:
        names = {tile_name(lang, face) for face in (*FACES, BACK, UNREADABLE)}
        assert len(names) == len(set(FACES)) + 1


def test_names_are_those_players_use():
    assert [tile_name(lang, "0p") for lang in LANGUAGES] == ["red 5 pin", "赤五筒", "赤五筒"]
    assert [tile_name(lang, "6z") for lang in LANGUAGES] == ["Green dragon", "發", "发"]
    assert text("ja", "score.han_fu", han=3, fu=40) == "40符3飜"


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("fr-FR, ja;q=0.4, zh-TW;q=0.8", "zh"),
        ("en-GB,en;q=0.9,ja;q=0.8", "en"),
        ("ja;q=0, zh;q=0.1", "zh"),
        ("ja;q=oops", "en"),
    ],
)
def test_the_browsers_best_language_is_taken(header, lang):
    assert negotiate(header) == lang


@given(st.text())
def test_any_header_gives_a_language(header):
    assert negotiate(header) in LANGUAGES
