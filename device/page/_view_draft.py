"""The JSON the page draws of the hand: tile by tile, its sets, how it was won."""

from __future__ import annotations

from typing import Final

from detector import BACK, FACES, FLOWER, HandReading, MeldReading, Message, Quad, indices_of
from device._edit_text import last_edit_text
from device._i18n import Language, text, tile_name
from device._reveal import own_tiles
from device.page._draft import NOWHERE, Draft
from device.page._view_score import View
from scorer import MeldType

#: Doubts that no tile of the hand shows: the page says them in words.
_TOLD: Final = frozenset(
    {
        "indicator",
        "indicators",
        "no_ura",
        "ura_alone",
        "crowded",
        "ippatsu_unknown",
        "rinshan_unknown",
        "chankan_unknown",
        "last_tile_unknown",
        "houtei_only",
        "houtei_or_draw",
        "read_otherwise",
    }
)
_OFFERABLE: Final = frozenset(FACES) - {BACK, FLOWER}
#: How many other faces are offered for one tap.
_OFFERED: Final = 3


def missing_from(hand: HandReading) -> int:
    """Return how many tiles ``hand`` lacks; below 0 where it has too many."""
    return 14 - hand.count


def draft_view(draft: Draft, lang: Language, logged: int | None) -> View:
    """Return the JSON object of the hand, tile by tile; ``logged`` as it was before."""
    faces, doubtful = draft.faces, draft.doubtful
    return {
        "tiles": [
            _tile_view(draft, index, face, index in doubtful, lang) for index, face in faces.items()
        ],
        "hand": draft.hand and _hand_view(draft.hand, lang),
        "hands": len(draft.reading.hands),
        "dora": list(draft.reading.dora_indicators),
        "ura": list(draft.ura),
        "context": _context_view(draft),
        "asks": sorted(draft.asks),
        "uncertain": draft.uncertain and not _lacks_tiles(draft),
        "undo": _undo(draft, lang),
        "messages": _messages(draft, lang, logged),
    }


def _lacks_tiles(draft: Draft) -> bool:
    """Tell whether tiles are missing however those there belong together: no yes can help then."""
    hand = draft.hand
    return hand is not None and missing_from(hand) > 0 and not hand.splits


def _undo(draft: Draft, lang: Language) -> str:
    """Return the words of the button that takes the last correction back, empty for none."""
    what = last_edit_text(draft, lang)
    return what and text(lang, "game.undo", what=what)


def _messages(draft: Draft, lang: Language, logged: int | None) -> list[str]:
    flowers = sum(tile.tile == FLOWER for tile in draft.reading.detections)
    flower = "hand.flower" if flowers == 1 else "hand.flowers"
    told = [text(lang, flower, count=flowers)] if flowers else []
    if draft.uncertain:
        told += [_doubt(m, lang) for m in draft.reading.messages if m.code in _TOLD]
    return told if logged is None else [*told, text(lang, "hand.logged_before", number=logged)]


def _doubt(message: Message, lang: Language) -> str:
    """Return why a hand is not sure, where no tile of it says so."""
    values = dict(message.values)
    if "either" in values:
        values["either"] = text(lang, "list.or").join(tile_name(lang, f) for f in values["either"])
    if "face" in values:
        values["face"] = tile_name(lang, values["face"])
    return text(lang, f"hand.{message.code}", **values)


def _tile_view(draft: Draft, index: int, face: str, doubtful: bool, lang: Language) -> View:
    detection = draft.reading.detections[index]
    shown = BACK if detection.tile == BACK else face
    label = "hand.doubtful" if doubtful else "hand.tile"
    percent = round(100 * detection.confidence)
    return {
        "index": index,
        "tile": shown,
        "label": text(lang, label, tile=tile_name(lang, shown), percent=percent),
        "corners": _corners(detection.corners),
        "role": _role(draft, index),
        "doubtful": doubtful,
        "offers": [_face_view(offer, lang) for offer in _offers(draft, index, face)],
    }


def _face_view(face: str, lang: Language) -> View:
    return {"tile": face, "name": tile_name(lang, face)}


def _corners(corners: Quad) -> list[list[float]] | None:
    return None if corners == NOWHERE else [[round(x, 1), round(y, 1)] for x, y in corners]


def _offers(draft: Draft, index: int, face: str) -> list[str]:
    """Return the faces this tile may be: the present one, then the likeliest."""
    detection = draft.reading.detections[index]
    chances = dict(detection.alternatives) | {detection.tile: detection.confidence}
    if draft.hand is not None and index in indices_of(draft.hand):
        place = indices_of(draft.hand).index(index)
        chances = {option[place]: 0.0 for option in draft.hand.options} | chances
    others = sorted(chances, key=lambda face: -chances[face])
    faces = dict.fromkeys((face, *others))
    return [face for face in faces if face in _OFFERABLE][:_OFFERED]


def _role(draft: Draft, index: int) -> str:
    if index in (*draft.reading.dora_indicators, *draft.ura):
        return "dora"
    if draft.hand is None or index not in own_tiles(draft.hand):
        return "other"
    if index in draft.hand.nuki:
        return "nuki"
    if index == draft.hand.win:
        return "win"
    return "concealed" if index in draft.hand.concealed else "meld"


def _hand_view(hand: HandReading, lang: Language) -> View:
    return {
        "concealed": [index for index in hand.concealed if index != hand.win],
        "win": hand.win,
        "complete": missing_from(hand) < 1,
        "missing": max(0, missing_from(hand)),
        "melds": [_meld_view(meld, lang) for meld in hand.melds],
        "nuki": list(hand.nuki),
        "options": _option_views(hand, lang),
        "splits": [_split_view(split, lang) for split in hand.splits],
    }


def _option_views(hand: HandReading, lang: Language) -> list[View]:
    """Return the other readings that one tap on one tile does not give."""
    return [
        {"number": number, "faces": [_face_view(face, lang) for face in option]}
        for number, option in enumerate(hand.options)
        if sum(ours != theirs for ours, theirs in zip(hand.faces, option, strict=True)) > 1
    ]


def _split_view(split: HandReading, lang: Language) -> list[list[View]]:
    """Return the faces of another grouping, group by group."""
    faces = dict(zip(indices_of(split), split.faces, strict=True))
    row = tuple(index for index in split.concealed if index != split.win)
    won = () if split.win is None else (split.win,)
    groups = (row, won, *(meld.tiles for meld in split.melds))
    return [[_face_view(faces[index], lang) for index in group] for group in groups if group]


def _meld_view(meld: MeldReading, lang: Language) -> View:
    sideways = _sideways(meld)
    columns = [[i] for i in meld.tiles if i not in sideways]
    if sideways:
        columns.insert(meld.tiles.index(sideways[0]), list(sideways))
    return {
        "type": meld.type,
        "name": text(lang, f"meld.{meld.type}"),
        "columns": [{"tiles": c, "sideways": c[0] in sideways} for c in columns],
    }


def _sideways(meld: MeldReading) -> tuple[int, ...]:
    """Return the tiles of ``meld`` that lie sideways on one place, the called one first."""
    if meld.called is None or meld.type == MeldType.ANKAN:
        return ()
    place = meld.tiles.index(meld.called)
    return meld.tiles[place : place + (2 if meld.type == MeldType.KAKAN else 1)]


def _context_view(draft: Draft) -> View:
    context = draft.context
    flags = (
        "tsumo", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou",
        "honba", "riichi_sticks",
    )  # fmt: skip
    return {
        **{flag: getattr(context, flag) for flag in flags},
        "tsumo": None if "tsumo" in draft.asks else context.tsumo,
        "seat_wind": None if draft.is_anybodys else context.seat_wind.name,
        "round_wind": context.round_wind.name,
        "riichi": str(context.riichi),
        "discarder": None if context.discarder is None else context.discarder.name,
        "pao": None if context.pao is None else context.pao.name,
        "players": context.players,
    }
