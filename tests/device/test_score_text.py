"""A score in words: every circumstance and every yakuman in every language."""

import re
from pathlib import Path

import pytest
from page_table import reading_of

from device import _score_text
from device._i18n import LANGUAGES, catalogue, text
from device.page._draft import draft_of
from device.page._view_score import score_view
from scorer import TENHOU, Hand, Tile, WinContext, names, parse_tiles, score

HAND = ("123m456p789s11122z", "--win", "2z")
KAN = ("123m456p78922s", "--win", "2s", "--meld", "ankan:1111z")
FLAGS = [
    ("ippatsu", (*HAND, "--ron", "--riichi", "--ippatsu")),
    ("rinshan", (*KAN, "--tsumo", "--rinshan")),
    ("chankan", ("123m456p78911122s", "--win", "7s", "--ron", "--chankan")),
    ("haitei", (*HAND, "--tsumo", "--haitei")),
    ("houtei", (*HAND, "--ron", "--houtei")),
    ("tenhou", (*HAND, "--tsumo", "--tenhou")),
    ("chiihou", (*HAND, "--tsumo", "--seat", "S", "--chiihou")),
    ("renhou", (*HAND, "--tsumo", "--seat", "S", "--renhou", "--rules", "traditional")),
]
YAKUMAN = [
    ("kokushi", ("19m19p19s12345677z", "--win", "1m", "--ron")),
    ("daisangen", ("555666777z123m11s", "--win", "1s", "--ron")),
    ("suuankou_tanki", ("111222333m444p11s", "--win", "1s", "--ron", "--rules", "mahjong-soul")),
]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_of_a_score_exists(lang):
    source = Path(_score_text.__file__).read_text(encoding="utf-8")
    keys = set(re.findall(r"""["']((?:score|context|hand)\.[a-z_.]+)["']""", source))
    assert len(keys) > 8
    assert keys <= catalogue(lang).keys()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("flag", "arguments"), FLAGS)
def test_every_circumstance_is_told(jantaku, lang, flag, arguments):
    result = jantaku("score", *arguments, "--lang", lang)
    assert result.returncode == 0, result.stderr
    assert names.name_of(flag, lang) in result.stdout.splitlines()[1]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("yaku", "arguments"), YAKUMAN)
def test_every_yakuman_is_told(jantaku, lang, yaku, arguments):
    result = jantaku("score", *arguments, "--lang", lang)
    assert result.returncode == 0, result.stderr
    yakuman = names.name_of("yakuman", lang)
    doubled = " × 2" if yaku == "suuankou_tanki" else ""
    assert f"  {names.name_of(yaku, lang)}: {yakuman}{doubled}\n" in result.stdout
    assert f"  {text(lang, 'score.fu')}: " not in result.stdout


SUMS = {
    "en": "7700 + 600 (2 honba) + 1000 (riichi sticks: 1) = 9300",
    "ja": "7700 + 600（2本場） + 1000（供託1本） = 9300",
    "zh": "7700 + 600（2本场） + 1000（供托1根） = 9300",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_honba_and_riichi_sticks_are_told_apart(jantaku, lang):
    hand = ("234m345p45667s55p", "--win", "5s", "--ron", "--seat", "S", "--dora", "4s")
    more = ("--discarder", "W", "--honba", "2", "--sticks", "1", "--lang", lang)
    told = jantaku("score", *hand, *more).stdout.splitlines()
    assert SUMS[lang] in told
    plain = jantaku("score", *hand, *more[:2], "--lang", lang).stdout
    assert "7700 + " not in plain


UNNAMED = {
    "en": "Payments: the discarder -8300, South +9300",
    "ja": "点数移動: 放銃者 -8300, 南 +9300",
    "zh": "点数收支: 放铳者 -8300, 南 +9300",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ron_of_nobody_named_tells_what_the_discarder_pays(jantaku, lang):
    hand = ("234m345p45667s55p", "--win", "5s", "--ron", "--seat", "S", "--dora", "4s")
    told = jantaku("score", *hand, "--honba", "2", "--sticks", "1", "--lang", lang).stdout
    assert SUMS[lang] in told.splitlines()
    assert UNNAMED[lang] in told.splitlines()


@pytest.mark.parametrize("players", [("--rules", "sanma-tenhou"), ("--rules", "two-player"), ()])
@pytest.mark.parametrize("seat", "ES")
def test_the_liable_one_pays_beside_the_discarder(jantaku, players, seat):
    hand = ("77z11s", "--meld", "pon:555z:1", "--meld", "pon:666z:1", "--meld", "pon:999s:1")
    other = "S" if seat == "E" else "E"
    won = ("--win", "7z", "--ron", "--seat", seat, *players)
    assert "the discarder -" in jantaku("score", *hand, *won).stdout
    hand = ("11s23s", "--meld", "pon:555z:1", "--meld", "pon:666z:1", "--meld", "pon:777z:1")
    won = ("--win", "1s", "--ron", "--seat", seat, "--pao", other, *players)
    assert "the discarder -" in jantaku("score", *hand, *won).stdout


@pytest.mark.parametrize(
    ("tiles", "fu"), [("111222333m444p11s", False), ("123456m678999p11s", True)]
)
def test_the_page_leaves_out_the_fu_of_a_yakuman(tiles, fu):
    context = WinContext(tsumo=True)
    worth = score(Hand(parse_tiles(tiles), Tile.parse("1s")), context)
    view = score_view(worth, draft_of(reading_of(tiles[:-2] + "s", "1s"), context, TENHOU), "en")
    assert worth.fu_items
    assert bool(view["fu"]) == fu
