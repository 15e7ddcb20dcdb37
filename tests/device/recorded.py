"""The bundled recording: what lies there in each round, and what that is worth."""

import json
from pathlib import Path

import cv2

from device._recording import bundled
from scorer import Hand, Meld, MeldType, Riichi, Tile, WinContext, Wind, score

RECORDING = Path(bundled().removeprefix("video:"))
ROUNDS = json.loads(RECORDING.with_suffix(".json").read_text())["rounds"]


def write_stills(folder):
    """Write one picture of each round's hand at rest; return the files."""
    video = cv2.VideoCapture(str(RECORDING))
    rate = video.get(cv2.CAP_PROP_FPS)
    for number, hand in enumerate(ROUNDS):
        video.set(cv2.CAP_PROP_POS_FRAMES, round((hand["end"] - 0.5) * rate))
        there, image = video.read()
        assert there
        cv2.imwrite(str(folder / f"{number}.png"), image)
    video.release()
    return [folder / f"{number}.png" for number in range(len(ROUNDS))]


def worth(hand, seat=Wind.E):
    """Return what a round is worth to the player at ``seat`` in the East round."""
    tiles = tuple(map(Tile.parse, hand["concealed"]))
    melds = tuple(
        Meld(MeldType(meld["type"]), tuple(map(Tile.parse, meld["tiles"])))
        for meld in hand["melds"]
    )
    context = WinContext(
        tsumo=hand["tsumo"],
        seat_wind=seat,
        riichi=Riichi.RIICHI if hand["riichi"] else Riichi.NONE,
        dora_indicators=tuple(map(Tile.parse, hand["dora_indicators"])),
    )
    return score(Hand(tiles, Tile.parse(hand["win_tile"]), melds), context)
