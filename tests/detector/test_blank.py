"""Blank tiles beside faces: a haku has the colour of its neighbours, a back its own."""

import cv2
import numpy as np
import pytest

from detector._blank import unmasked
from detector._types import BACK, FACES

SIZE = (60, 78)
PAPER = (205, 228, 236)


def row(blank, place=1, light=1.0):
    """A picture of a drawn face and, at this place beside it, a blank tile of this colour."""
    image = np.full((200, 700, 3), (60, 90, 40), np.uint8)
    quads = []
    for at, colour in ((20, PAPER), (20 + 64 * place, blank)):
        left, top, right, bottom = at, 50, at + SIZE[0], 50 + SIZE[1]
        shade = [round(value * (light if at > 20 else 1)) for value in colour]
        cv2.rectangle(image, (left, top), (right, bottom), shade, -1)
        quads.append(((left, top), (right, top), (right, bottom), (left, bottom)))
    cv2.putText(image, "8", (32, 112), cv2.FONT_HERSHEY_SIMPLEX, 2, (30, 30, 160), 6)
    return image, quads


def chances(face, sureness):
    """What the reader says of the face, and that the other is a back."""
    out = np.zeros((2, 4, len(FACES) + 1), np.float32)
    out[0, 0, FACES.index(face)] = sureness
    out[0, 0, -1] = 1 - sureness
    out[1, 0, FACES.index(BACK)] = 1
    return out


def read(picture, face="8p", sureness=0.97):
    found = unmasked(*picture, chances(face, sureness))[1].sum(axis=0)
    return FACES[int(found.argmax())], float(found.max())


@pytest.mark.parametrize("light", [1.0, 0.85])
def test_a_blank_tile_of_the_colour_of_its_neighbour_is_likely_a_haku_to_be_asked_about(light):
    name, sureness = read(row(PAPER, light=light))
    assert name == "5z"
    assert 0.5 < sureness < 0.7


@pytest.mark.parametrize("colour", [(60, 140, 230), (40, 120, 40), (160, 90, 40), (120, 120, 120)])
def test_a_dyed_back_stays_a_back(colour):
    assert read(row(colour)) == (BACK, 1)


def test_a_face_far_away_or_hardly_read_tells_nothing():
    assert read(row(PAPER, place=8)) == (BACK, 1)
    assert read(row(PAPER), sureness=0.6) == (BACK, 1)
    assert read(row(PAPER), face="5z") == (BACK, 1)


def test_no_tile_and_no_face_are_no_trouble():
    image, quads = row(PAPER)
    assert unmasked(image, [], chances("8p", 1)[:0]).shape == (0, 4, len(FACES) + 1)
    alone = unmasked(image, quads[1:], chances("8p", 1)[1:])
    assert FACES[int(alone[0].sum(axis=0).argmax())] == BACK
