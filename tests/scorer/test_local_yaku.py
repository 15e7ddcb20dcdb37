"""Each local yaku: a hand with it, a near miss, closed and open, its options, what it replaces."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hands import han_of, ids, win

from scorer import TENHOU, Riichi, Rules, Score, ScoringError, change_rules, load_rules

ALL = load_rules("everything")
FREE = {"minimum_han": 0}


def local(*yaku: str, **options: Any) -> Rules:
    """Return Tenhou rules with local yaku and options."""
    return replace(TENHOU, local_yaku=yaku, **options)


def with_han(yaku: str, han: str) -> Rules:
    return change_rules(local(yaku), {"han": {yaku: han}})


# (yaku, tiles, winning tile, melds, han): 13 for a yakuman, 26 for two.
HANDS = [
    ("sanshoku_ittsu", "123m456p789s234m55p", "4m", (), 2),
    ("sanshoku_ittsu", "456p789s234m55p", "4m", ("chi 123m",), 1),
    ("sanrenkou", "22233344m567p99s4m", "7p", (), 2),
    ("sanrenkou", "22244m567p99s4m", "7p", ("pon 333m",), 2),
    ("isshoku_sanjun", "234234234m567p99s", "7p", (), 2),
    ("isshoku_sanjun", "234234m567p99s", "7p", ("chi 234m",), 2),
    ("uumensai", "123m456p78s333z55z9s", "9s", (), 2),
    ("uumensai", "123m456p78s55z9s", "9s", ("pon 333z",), 2),
    ("suurenkou", "222333444555m99p", "9p", (), 13),
    ("suurenkou", "333444555m99p", "9p", ("pon 222m",), 13),
    ("isshoku_yonjun", "234234234234m99p", "9p", (), 13),
    ("isshoku_yonjun", "234234234m99p", "9p", ("chi 234m",), 13),
    ("daisharin", "22334455667788p", "8p", (), 13),
    ("hyakumangoku", "77778888999966m", "9m", (), 13),
    ("hyakumangoku", "88899977m", "9m", ("ankan 6666m", "chi 789m"), 13),
    ("beni_kujaku", "111555777s77z99s7z", "5s", (), 13),
    ("beni_kujaku", "55577s777z", "5s", ("pon 111s", "pon 999s"), 13),
    ("kouitten", "223344666888s77z", "8s", (), 13),
    ("kouitten", "223344666s77z", "6s", ("pon 888s",), 13),
    ("touhoku_shinkansen", "123456789s11144z", "4z", (), 13),
    ("touhoku_shinkansen", "123456789m44411z", "1z", (), 13),
    ("touhoku_shinkansen", "456789p11144z", "4z", ("chi 123p",), 13),
    ("daichisei", "11223344556677z", "7z", (), 26),
    ("kinmonkyou", "12334556778922s", "2s", (), 26),
    ("kinmonkyou", "34556778922s", "2s", ("chi 123s",), 26),
    ("suitoufu", "111333555p444s55z", "5z", (), 13),
    ("suitoufu", "333p222555s44s", "4s", ("pon 555z",), 13),
]


@pytest.mark.parametrize(("yaku", "tiles", "win_tile", "melds", "han"), HANDS)
def test_a_hand_with_it(
    yaku: str, tiles: str, win_tile: str, melds: tuple[str, ...], han: int
) -> None:
    result = win(tiles, win_tile, *melds, rules=local(yaku))
    assert han_of(result, yaku) == han


@pytest.mark.parametrize(("yaku", "tiles", "win_tile", "melds", "han"), HANDS)
def test_it_is_off_by_default(
    yaku: str, tiles: str, win_tile: str, melds: tuple[str, ...], han: int
) -> None:
    assert yaku not in ids(win(tiles, win_tile, *melds, rules=replace(TENHOU, minimum_han=0)))


NEAR_MISSES = [
    ("sanshoku_ittsu", "123m456p789m234s55p", "4s", ()),
    ("sanrenkou", "222333555m567p99s", "7p", ()),
    ("isshoku_sanjun", "234234345m567p99s", "7p", ()),
    ("uumensai", "123m456p78s333z99p9s", "9s", ()),
    ("suurenkou", "222333444666m99p", "9p", ()),
    ("isshoku_yonjun", "234234234567m99p", "9p", ()),
    ("daisharin", "22334455667788m", "8m", ()),
    ("daisharin", "11223344556677p", "7p", ()),
    ("hyakumangoku", "11122233344455m", "5m", ()),
    ("beni_kujaku", "111555777333s77z", "5s", ()),
    ("kouitten", "22334466688844s", "6s", ()),
    ("touhoku_shinkansen", "123456789s11122z", "2z", ()),
    ("daichisei", "11s223344556677z", "7z", ()),
    ("kinmonkyou", "12334556778p922s", "2s", ()),
    ("suitoufu", "111333666p444s55z", "5z", ()),
]


@pytest.mark.parametrize(("yaku", "tiles", "win_tile", "melds"), NEAR_MISSES)
def test_a_near_miss(yaku: str, tiles: str, win_tile: str, melds: tuple[str, ...]) -> None:
    try:
        result = win(tiles, win_tile, *melds, rules=local(yaku, **FREE))
    except ScoringError as error:
        assert error.code == "not_complete"
    else:
        assert yaku not in ids(result)


@pytest.mark.parametrize(
    ("yaku", "han", "tiles", "melds", "worth"),
    [
        ("sanshoku_ittsu", "1/-", "456p789s234m55p", ("chi 123m",), 0),
        ("sanshoku_ittsu", "1/-", "123m456p789s234m55p", (), 1),
        ("sanrenkou", "3/2", "222333444m567p99s", (), 3),
        ("isshoku_sanjun", "3/1", "234234m567p99s", ("chi 234m",), 1),
    ],
)
def test_han_by_the_rule_set(
    yaku: str, han: str, tiles: str, melds: tuple[str, ...], worth: int
) -> None:
    rules = replace(with_han(yaku, han), minimum_han=0)
    tile = "7p" if "567p" in tiles else "4m"
    assert han_of(win(tiles, tile, *melds, rules=rules), yaku) == worth


def test_three_equal_sequences_replace_iipeikou_or_read_as_triplets() -> None:
    tiles = "222333444m567p99s"
    assert ids(win(tiles, "7p", rules=local("isshoku_sanjun"))) == ["isshoku_sanjun", "pinfu"]
    both = win(tiles, "7p", rules=local("isshoku_sanjun", "sanrenkou"))
    assert ids(both) == ["sanankou", "sanrenkou"]
    runs = win("345345345m678p99s", "8p", rules=local("isshoku_sanjun"), tsumo=True)
    assert "iipeikou" not in ids(runs)


def test_the_same_tiles_never_count_both_ways() -> None:
    rules = local("isshoku_sanjun", "sanrenkou", **FREE)
    for tiles in ("222333444m567p99s", "345345345m678p99s"):
        assert not {"isshoku_sanjun", "sanrenkou"} <= set(
            ids(win(tiles, tiles[10] + "p", rules=rules))
        )


def test_without_it_four_equal_sequences_are_ryanpeikou() -> None:
    result = win("234234234234m99p", "9p", tsumo=True)
    assert ids(result) == ["menzen_tsumo", "ryanpeikou"]


class TestOpenRiichi:
    tiles, tile = "234m567p23488s567s", "7s"
    rules = local("open_riichi", "open_double_riichi")

    def won(self, rules: Rules | None = None, **facts: Any) -> Score:
        return win(self.tiles, self.tile, rules=rules or self.rules, **facts)

    def test_it_replaces_riichi(self) -> None:
        result = self.won(riichi=Riichi.OPEN, tsumo=True)
        assert han_of(result, "open_riichi") == 2
        assert "riichi" not in ids(result)

    def test_double_replaces_all(self) -> None:
        result = self.won(riichi=Riichi.OPEN_DOUBLE, tsumo=True)
        assert han_of(result, "open_double_riichi") == 3
        assert not {"riichi", "double_riichi", "open_riichi"} & set(ids(result))

    def test_dealing_into_it_is_a_yakuman_unless_in_riichi(self) -> None:
        assert self.won(riichi=Riichi.OPEN).yakuman == ("open_riichi_dealt_in",)
        assert self.won(riichi=Riichi.OPEN, discarder_in_riichi=True).yakuman == ()

    def test_the_yakuman_is_an_option(self) -> None:
        rules = replace(self.rules, open_riichi_yakuman=False)
        assert han_of(self.won(rules, riichi=Riichi.OPEN), "open_riichi") == 2

    def test_tsumo_only_is_an_option(self) -> None:
        rules = replace(self.rules, open_riichi_tsumo_only=True)
        by_ron = self.won(rules, riichi=Riichi.OPEN)
        assert han_of(by_ron, "riichi") == 1
        assert by_ron.yakuman == ()
        assert han_of(self.won(rules, riichi=Riichi.OPEN, tsumo=True), "open_riichi") == 2
        double = self.won(rules, riichi=Riichi.OPEN_DOUBLE)
        assert han_of(double, "double_riichi") == 2

    def test_elsewhere_it_is_plain_riichi_and_said_so(self) -> None:
        result = self.won(TENHOU, riichi=Riichi.OPEN)
        assert han_of(result, "riichi") == 1
        assert any("Open Riichi" in note for note in result.notes)
        double = self.won(TENHOU, riichi=Riichi.OPEN_DOUBLE)
        assert han_of(double, "double_riichi") == 2


class TestRenhou:
    tiles, tile = "234m567p23488s567s", "7s"

    def won(self, option: str, **facts: Any) -> Score:
        rules = change_rules(TENHOU, {"renhou": option})
        return win(self.tiles, self.tile, rules=rules, **({"renhou": True} | facts))

    def test_yakuman(self) -> None:
        assert self.won("yakuman").yakuman == ("renhou",)

    @pytest.mark.parametrize(
        ("option", "points"), [("mangan", 8000), ("haneman", 12000), ("baiman", 16000)]
    )
    def test_a_limit_is_a_floor(self, option: str, points: int) -> None:
        result = self.won(option)
        assert (ids(result), result.points, result.limit) == (["renhou"], points, option)
        assert (result.fu, result.dora) == (None, 0)

    def test_the_hand_counts_where_it_is_higher(self) -> None:
        rich = self.won("mangan", dora_indicators="1m3m4p5p7s")
        assert rich.points > 8000
        assert "renhou" not in ids(rich)

    def test_a_hand_without_yaku_wins_by_the_floor(self) -> None:
        rules = change_rules(TENHOU, {"renhou": "mangan"})
        result = win("111m456p789s22p678p", "8p", rules=rules, renhou=True)
        assert ids(result) == ["renhou"]

    def test_off_is_said(self) -> None:
        assert any("Renhou" in note for note in self.won("off").notes)

    def test_older_tables(self) -> None:
        rules = load_rules("traditional")
        drawn = win(self.tiles, self.tile, rules=rules, renhou=True, tsumo=True)
        assert "renhou" in drawn.yakuman
        dealer = win(self.tiles, self.tile, rules=rules, renhou=True, seat_wind="E")
        assert "renhou" in dealer.yakuman
        with pytest.raises(ScoringError) as caught:
            win(self.tiles, self.tile, rules=rules, renhou=True)
        assert caught.value.code == "renhou_wrong_way"


class TestShiisanPuutaa:
    tiles, tile = "147m258p369s12344z", "4z"

    def won(self, **options: Any) -> Score:
        rules = local("shiisan_puutaa", **options)
        return win(self.tiles, self.tile, rules=rules, tsumo=True, first_turn=True)

    def test_it_replaces_chiihou(self) -> None:
        assert self.won().yakuman == ("shiisan_puutaa",)

    def test_mangan_is_an_option(self) -> None:
        result = self.won(shiisan_puutaa="mangan")
        assert (result.limit, result.points, ids(result)) == ("mangan", 8000, ["shiisan_puutaa"])

    @pytest.mark.parametrize(
        ("tiles", "facts"),
        [
            ("147m258p369s12344z", {"tsumo": True}),
            ("147m258p369s12344z", {"first_turn": True}),
            ("146m258p369s12344z", {"tsumo": True, "first_turn": True}),
        ],
    )
    def test_near_misses_are_no_hand(self, tiles: str, facts: dict[str, Any]) -> None:
        with pytest.raises(ScoringError) as caught:
            win(tiles, "4z", rules=local("shiisan_puutaa"), **facts)
        assert caught.value.code == "not_complete"

    def test_thirteen_orphans_are_not_it(self) -> None:
        result = win("19m19p19s11234567z", "1z", rules=ALL, tsumo=True, first_turn=True)
        assert "shiisan_puutaa" not in ids(result)
        assert set(result.yakuman) == {"kokushi_13", "chiihou"}


class TestPaarenchan:
    tiles, tile = "234m567p23488s567s", "7s"

    def test_the_eighth_win_is_a_yakuman(self) -> None:
        rules = local("paarenchan")
        result = win(self.tiles, self.tile, rules=rules, paarenchan=True, seat_wind="E")
        assert result.yakuman == ("paarenchan",)

    def test_it_needs_another_yaku(self) -> None:
        facts = {"paarenchan": True, "seat_wind": "E"}
        poor = "111m456p789s22p678p"
        with pytest.raises(ScoringError):
            win(poor, "8p", rules=local("paarenchan"), **facts)
        alone = local("paarenchan", paarenchan_needs_yaku=False)
        assert win(poor, "8p", rules=alone, **facts).yakuman == ("paarenchan",)

    def test_elsewhere_it_is_said_not_to_count(self) -> None:
        result = win(self.tiles, self.tile, paarenchan=True, seat_wind="E")
        assert any("Paarenchan" in note for note in result.notes)

    def test_two_han_from_five_honba_on(self) -> None:
        rules = replace(TENHOU, ryanhan_shibari=True)
        tiles, tile = "123m567p23488s567s", "7s"
        assert win(tiles, tile, rules=rules, honba=4).han == 1
        with pytest.raises(ScoringError) as caught:
            win(tiles, tile, rules=rules, honba=5, dora_indicators="7s")
        assert caught.value.code == "not_enough_han"


def test_options_of_daisharin() -> None:
    tiles = "22334455667788m"
    assert win(tiles, "8m", rules=local("daisharin", daisharin_suits="mps")).yakuman == (
        "daisharin",
    )
    double = local("daisharin", double_yakuman=("daisharin",))
    assert win("22334455667788p", "8p", rules=double).limit == "double_yakuman"


def test_options_of_hyakumangoku() -> None:
    less, hundred = "44477788899955m", "66677788899955m"
    assert sum(map(int, hundred[:14])) == 100 > sum(map(int, less[:14]))
    pair = "5m"
    rules = local("hyakumangoku", double_yakuman=("junsei_hyakumangoku",))
    assert "junsei_hyakumangoku" in win(hundred, pair, rules=rules).yakuman
    assert "hyakumangoku" in win(hundred, pair, rules=local("hyakumangoku")).yakuman
    twice = local("hyakumangoku", double_yakuman=("hyakumangoku",))
    assert han_of(win(hundred, pair, rules=twice), "hyakumangoku") == 26
    above = local("hyakumangoku", hyakumangoku_exceeds=True)
    assert "hyakumangoku" not in win(hundred, pair, rules=above).yakuman
    assert "hyakumangoku" not in win(less, pair, rules=local("hyakumangoku")).yakuman


def test_options_of_touhoku_shinkansen() -> None:
    closed_only = local("touhoku_shinkansen", touhoku_shinkansen_closed_only=True)
    assert not win("456789p11144z", "4z", "chi 123p", rules=closed_only).yakuman
    assert win("123456789m44411z", "1z", rules=closed_only).yakuman
    sou_only = local("touhoku_shinkansen", touhoku_shinkansen_sou_only=True)
    assert not win("123456789m44411z", "1z", rules=sou_only).yakuman
    assert win("123456789s44411z", "1z", rules=sou_only).yakuman


def test_daichisei_may_count_tsuuiisou_too() -> None:
    tiles, tile = "11223344556677z", "7z"
    both = win(tiles, tile, rules=local("daichisei", daichisei_with_tsuuiisou=True))
    assert set(both.yakuman) == {"daichisei", "tsuuiisou"}
    assert both.points == 96000
    assert win(tiles, tile).yakuman == ("tsuuiisou",)


def test_suitoufu_by_the_documents_list() -> None:
    rules = local("suitoufu", suitoufu_tiles="1234569p245689s5z")
    assert win("111333666p444s55z", "5z", rules=rules).yakuman == ("suitoufu", "suuankou_tanki")


def test_options_of_ryuuiisou() -> None:
    green, tile = "22233344466688s", "8s"
    runs = "22334466688844s"
    assert "ryuuiisou" in win(runs, "4s").yakuman
    needs = replace(TENHOU, ryuuiisou_needs_hatsu=True)
    assert "ryuuiisou" not in win(runs, "4s", rules=needs).yakuman
    doubled = replace(TENHOU, double_yakuman=("junsei_ryuuiisou",))
    assert win(runs, "4s", rules=doubled).yakuman == ("junsei_ryuuiisou",)
    assert "junsei_ryuuiisou" in win(green, tile, rules=doubled).yakuman


def test_chuuren_of_manzu_only() -> None:
    rules = replace(TENHOU, chuuren_manzu_only=True)
    assert win("11123456789999m", "9m", rules=rules).yakuman == ("junsei_chuuren",)
    assert win("11123456789999p", "9p", rules=rules).yakuman == ()


def test_chiihou_by_ron_on_older_tables() -> None:
    rules = replace(TENHOU, chiihou_by_ron=True)
    tiles, tile = "234m567p23488s567s", "7s"
    assert win(tiles, tile, rules=rules, chiihou=True).yakuman == ("chiihou",)
    drawn = win(tiles, tile, rules=rules, tsumo=True, first_turn=True)
    assert drawn.yakuman == ()
    with pytest.raises(ScoringError):
        win(tiles, tile, rules=rules, chiihou=True, tsumo=True)


def test_the_factor_of_a_double_yakuman() -> None:
    rules = replace(TENHOU, double_yakuman=("daisuushii",), double_yakuman_factor=1.5)
    result = win("111222333444z55s", "5s", rules=rules)
    assert {w.id: w.yakuman for w in result.yaku}["daisuushii"] == 1.5


def test_of_several_yakuman_only_the_largest_may_count() -> None:
    tiles, tile = "111222333444z55z", "5z"
    rules = replace(load_rules("mahjong-soul"), yakuman_stack=False)
    assert win(tiles, tile, rules=rules).points == 64000
    capped = replace(load_rules("mahjong-soul"), yakuman_cap=2)
    assert win(tiles, tile, rules=capped).points == 64000
