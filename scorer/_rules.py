"""The rules of a table: one frozen dataclass, every option a named field with a default.

The defaults are the Tenhou four-player rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

Kazoe = Literal["yakuman", "sanbaiman", "no_limit"]
Scoring = Literal["standard", "aotenjou", "multiplier"]
MultipleRon = Literal["head_bump", "double", "triple"]
RonHonba = Literal["first", "each"]
RonSticks = Literal["first", "own_back"]
Renhou = Literal["off", "mangan", "haneman", "baiman", "yakuman"]
RenhouBy = Literal["ron", "first_turn"]
ClosedKanAfterRiichi = Literal["no", "shape", "waits"]
KanDoraTiming = Literal["at_once", "after_discard", "ankan_at_once"]
PaoPart = Literal["liable", "whole"]
PaoHonba = Literal["liable", "discarder"]
Length = Literal["one_hand", "tonpuu", "hanchan", "full"]
ExtraRounds = Literal["none", "sudden_death", "four_hands"]
Renchan = Literal["never", "win", "tenpai", "noten"]
Tobi = Literal["off", "below_zero", "at_zero"]
TimeLimit = Literal["off", "finish_hand", "one_more_hand"]
UmaBy = Literal["place", "players_above_start"]
Ties = Literal["shared", "seat"]
LeftOverSticks = Literal["winner", "void"]
Chombo = Literal["mangan", "points"]
SanmaTsumo = Literal["loss", "north_bisection"]
TwoPlayerTsumo = Literal["full", "half"]
ShiisanPuutaa = Literal["yakuman", "mangan"]
DaisharinSuits = Literal["p", "mps"]
Paarenchan = Literal["wins", "dealerships"]

YakuHanOverride = tuple[str, int, int]


@dataclass(frozen=True)
class Rules:
    """Every option of a table's rules.

    ``name`` is the id of the rule set and ``title`` its display name.  Points are points, uma and
    oka are thousands.  Ids of yaku are the romaji ids that ``scorer.names`` lists.
    """

    name: str = "tenhou"
    title: str = "Tenhou"
    players: int = 4

    # Value of a hand.
    kuitan: bool = True
    #: False: an open hand needs a yaku (not haitei, houtei, rinshan or chankan) on every tile it
    #: waits for, so the winning tile alone can not make the yaku.
    atozuke: bool = True
    kiriage: bool = False
    double_wind_pair_fu: int = 4
    rinshan_tsumo_fu: bool = True
    open_pinfu_fu: int = 30
    #: False: a pinfu shape won by tsumo counts its 2 fu of tsumo and no pinfu.
    pinfu_tsumo: bool = True
    minimum_han: int = 1
    #: Two han, dora not counted, from ``ryanhan_shibari_from`` honba on.
    ryanhan_shibari: bool = False
    ryanhan_shibari_from: int = 5
    chiitoitsu_han: int = 2
    #: (yaku id, han closed, han open); 0 open means closed only.
    yaku_han: tuple[YakuHanOverride, ...] = ()
    scoring: Scoring = "standard"
    #: Points a non-dealer wins by ron with one han where ``scoring`` is ``multiplier``.
    multiplier_unit: int = 1000

    # Yakuman.
    kazoe: Kazoe = "yakuman"
    #: False: of several yakuman only the largest counts.
    yakuman_stack: bool = True
    #: Most yakuman that one win can count; 0 is no cap.
    yakuman_cap: int = 0
    #: The ids and patterns (``kokushi_13``, ``suuankou_tanki``, …) that count double.
    double_yakuman: tuple[str, ...] = ()
    double_yakuman_factor: float = 2.0
    ryuuiisou_needs_hatsu: bool = False
    chuuren_manzu_only: bool = False
    kokushi_robs_closed_kan: bool = False
    #: Older tables: chiihou is a non-dealer's ron on the dealer's first discard.
    chiihou_by_ron: bool = False

    # Riichi and dora.
    ippatsu: bool = True
    ura_dora: bool = True
    kan_dora: bool = True
    kan_ura: bool = True
    kan_dora_timing: KanDoraTiming = "ankan_at_once"
    #: How many red fives of manzu, pinzu and souzu are in the wall.
    red_fives: tuple[int, int, int] = (1, 1, 1)
    #: Riichi may be declared with no own draw left in the wall.
    riichi_without_draw: bool = False
    #: Riichi may be declared with less than 1000 points.
    riichi_below_1000: bool = False
    closed_kan_after_riichi: ClosedKanAfterRiichi = "waits"
    #: An open riichi dealt into by a player who is not in riichi is a yakuman.
    open_riichi_yakuman: bool = True
    open_riichi_tsumo_only: bool = False

    # Several winners.
    multiple_ron: MultipleRon = "double"
    triple_ron_draw: bool = True
    ron_honba: RonHonba = "first"
    ron_sticks: RonSticks = "first"

    # Draws.
    abort_kyuushu_kyuuhai: bool = True
    abort_suufon_renda: bool = True
    #: Four equal first discards of any honour, not only winds.
    abort_suufon_any_honour: bool = False
    abort_suucha_riichi: bool = True
    abort_suukaikan: bool = True
    nagashi_mangan: bool = True
    noten_payment: int = 3000

    # Liability.
    pao: tuple[str, ...] = ("daisangen", "daisuushii", "suukantsu")
    pao_part: PaoPart = "liable"
    pao_honba: PaoHonba = "liable"
    #: The caller's opponent who fed an open kan pays a rinshan tsumo on it alone.
    rinshan_pao: bool = False

    # Local yaku.
    local_yaku: tuple[str, ...] = ()
    renhou: Renhou = "off"
    #: ``first_turn`` (older tables): a non-dealer's tsumo in the first go-around, or the dealer's
    #: ron on a first discard.
    renhou_by: RenhouBy = "ron"
    daisharin_suits: DaisharinSuits = "p"
    shiisan_puutaa: ShiisanPuutaa = "yakuman"
    #: True: the numbers must exceed 100, exactly 100 is not enough.
    hyakumangoku_exceeds: bool = False
    touhoku_shinkansen_closed_only: bool = False
    touhoku_shinkansen_sou_only: bool = False
    daichisei_with_tsuuiisou: bool = False
    suitoufu_tiles: str = "1234589p245689s5z"
    paarenchan: Paarenchan = "wins"
    #: True: the eighth win needs another yaku besides paarenchan.
    paarenchan_needs_yaku: bool = True

    # Flow of the game.
    length: Length = "hanchan"
    start_points: int = 25000
    #: The game goes into extra rounds until somebody has so many; 0 is no goal.
    goal_points: int = 30000
    extra_rounds: ExtraRounds = "sudden_death"
    #: The weakest thing that keeps the deal: ``tenpai`` includes ``win``, ``noten`` keeps always.
    renchan: Renchan = "tenpai"
    tobi: Tobi = "below_zero"
    agari_yame: bool = True
    tenpai_yame: bool = True
    honba_ron: int = 300
    #: Paid by each payer.
    honba_tsumo: int = 100
    time_limit: TimeLimit = "off"
    time_limit_minutes: int = 0

    # Final result.
    #: Points counted back; the difference to the start makes the oka of the first place.
    return_points: int = 30000
    uma_by: UmaBy = "place"
    uma: tuple[float, ...] = (20.0, 10.0, -10.0, -20.0)
    #: One row of uma for 1, 2 and 3 players above the start, where ``uma_by`` says so.
    uma_above: tuple[tuple[float, ...], ...] = ()
    ties: Ties = "seat"
    left_over_sticks: LeftOverSticks = "winner"
    #: Points of one chip; 0 plays without chips.
    chip_points: int = 0
    #: Points a player without a win pays to those with one; 0 plays without.
    yakitori_points: int = 0
    chombo: Chombo = "mangan"
    #: Points taken where ``chombo`` is ``points``.
    chombo_points: int = 20000
    #: True: taken off after the uma; False: paid at once from the score.
    chombo_after_uma: bool = False
    #: True: the hand ends and is dealt again; False: play goes on without the offender.
    chombo_ends_hand: bool = True
    #: True: penalties come off after the uma; False: paid at once to the other players.
    penalty_after_uma: bool = True

    # Three and two players.
    sanma_tsumo: SanmaTsumo = "loss"
    #: Three players: north is set aside as a bonus tile.
    kita: bool = True
    two_player_tsumo: TwoPlayerTsumo = "full"

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, name) for name in self.__dataclass_fields__))

    def __hash__(self) -> int:
        return self._hash


TENHOU: Final = Rules()
