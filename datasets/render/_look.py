"""How a scene looks: the tiles' make, the table, the light, the lens; all of it in ``Look``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from datasets.render._faces import BLANK, FaceSet, own_faces
from datasets.render._labels import Image

Colour = tuple[float, float, float]

TABLE_KINDS: Final = ("felt", "wood", "cloth", "granite", "plain", "stripes", "mat")

_BODIES: Final[tuple[Colour, ...]] = (
    (238, 245, 247), (247, 248, 248), (226, 240, 245), (214, 232, 243), (205, 225, 228),
    (228, 226, 240), (215, 236, 220), (190, 222, 235),
)  # fmt: skip
_BACKS: Final[tuple[Colour, ...]] = (
    (30, 165, 225), (40, 120, 30), (95, 140, 20), (150, 80, 20), (60, 40, 170), (35, 35, 35),
    (60, 105, 150), (200, 150, 60), (120, 50, 110), (235, 240, 240), (20, 90, 200), (80, 170, 120),
)  # fmt: skip
_TABLES: Final[tuple[Colour, ...]] = (
    (60, 105, 30), (90, 130, 40), (40, 70, 20), (140, 80, 30), (50, 40, 130), (70, 70, 75),
    (45, 85, 130), (70, 120, 170), (150, 175, 190), (225, 228, 230), (25, 25, 28), (130, 190, 120),
    (40, 160, 120), (120, 120, 230), (200, 190, 170), (110, 60, 90),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that changes a picture without changing what lies on the table.

    Colours are BGR 0..255; lengths in mm; angles in degrees.

    Tiles: ``body`` and ``back`` colours, ``back_share`` of the thickness, ``edge`` radius,
    ``glyph_share`` of the face that the engraving fills, ``fade`` of its ink (0 fresh),
    ``index_digits``, ``framed_haku``, ``rim`` darkness of the seams, ``gloss`` of the edges in
    grey levels, ``worn`` unevenness from tile to tile.  Table: ``table`` kind and two ``colours``,
    ``grain`` size, or ``backdrop``, a picture laid on the table ``backdrop_width`` mm wide;
    ``floor`` colour beyond the table's edge, ``room`` choosing what is seen above the horizon.
    Light: ``sun`` direction it comes from and ``sun_height``, ``ambient`` share, ``shadow``
    strength and ``softness``; ``gradient`` across the picture in direction ``gradient_angle``;
    ``glare`` strength and place (shares of the picture).  Lens: ``vignette``, ``blur`` sigma in
    px, ``motion`` px along ``motion_angle``, ``noise`` sigma in grey levels, ``balance`` gain of
    each channel, ``exposure`` gain, ``gamma``, ``jpeg`` quality (100: none).
    """

    faces: FaceSet = field(default_factory=own_faces)
    body: Colour = (238, 245, 247)
    back: Colour = (30, 165, 225)
    back_share: float = 0.35
    edge: float = 1.4
    glyph_share: float = 0.86
    fade: float = 0.0
    index_digits: bool = False
    framed_haku: bool = False
    rim: float = 0.3
    gloss: float = 30.0
    worn: float = 0.02
    table: str = "felt"
    colours: tuple[Colour, Colour] = ((52, 92, 28), (72, 122, 44))
    grain: float = 1.0
    backdrop: Image | None = None
    backdrop_width: float = 700.0
    floor: Colour = (60, 70, 80)
    room: int = 0
    sun: float = 320.0
    sun_height: float = 55.0
    ambient: float = 0.6
    shadow: float = 0.5
    softness: float = 5.0
    gradient: float = 0.15
    gradient_angle: float = 30.0
    glare: float = 0.0
    glare_at: tuple[float, float] = (0.5, 0.5)
    vignette: float = 0.15
    blur: float = 0.5
    motion: float = 0.0
    motion_angle: float = 0.0
    noise: float = 2.0
    balance: Colour = (1.0, 1.0, 1.0)
    exposure: float = 1.0
    gamma: float = 1.0
    jpeg: int = 92


def _jitter(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    shared, own = rng.normal(0, spread), rng.normal(0, spread / 2, 3)
    b, g, r = np.clip(np.array(colour) + shared + own, 4, 252)
    return (float(b), float(g), float(r))


def _pick(rng: np.random.Generator, colours: Sequence[Colour], spread: float) -> Colour:
    if rng.random() < 0.15:
        b, g, r = rng.uniform(10, 245, 3)
        return (float(b), float(g), float(r))
    return _jitter(rng, colours[int(rng.integers(len(colours)))], spread)


def _body(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.06:
        return _jitter(rng, (42, 40, 40), 8)
    return _jitter(rng, _BODIES[rng.integers(len(_BODIES))], 5)


def _back(rng: np.random.Generator, body: Colour) -> Colour:
    """A colour of the back that cannot be taken for a blank face."""
    while True:
        back = _pick(rng, _BACKS, 14)
        if max(abs(a - b) for a, b in zip(back, body, strict=True)) > 70:
            return back


def _make(rng: np.random.Generator, faces: FaceSet) -> dict[str, object]:
    body = faces.paper or _body(rng)
    return {
        "body": body,
        "back": _back(rng, body),
        "back_share": float(rng.choice([0.0, 0.2, 0.35, 0.5], p=[0.1, 0.15, 0.5, 0.25])),
        "edge": float(rng.uniform(0.6, 2.8)),
        "glyph_share": float(rng.uniform(0.78, 0.93)),
        "fade": float(rng.choice([0.0, rng.uniform(0, 0.45)])),
        "index_digits": bool(rng.random() < 0.2),
        "framed_haku": bool(rng.random() < 0.5),
        "rim": float(rng.uniform(0.05, 0.6)),
        "gloss": float(rng.uniform(0, 70)),
        "worn": float(rng.uniform(0.0, 0.05)),
    }


def _place(rng: np.random.Generator, backdrops: Sequence[Image]) -> dict[str, object]:
    colour = _pick(rng, _TABLES, 16)
    contrast = rng.uniform(0.6, 0.97)
    darker = (colour[0] * contrast, colour[1] * contrast, colour[2] * contrast)
    use_picture = len(backdrops) > 0 and rng.random() < 0.5
    return {
        "table": str(rng.choice(TABLE_KINDS)),
        "colours": (darker, colour),
        "grain": float(np.exp(rng.uniform(-0.8, 0.9))),
        "backdrop": backdrops[int(rng.integers(len(backdrops)))] if use_picture else None,
        "backdrop_width": float(rng.uniform(200, 900)),
        "floor": _pick(rng, _TABLES, 20),
        "room": int(rng.integers(1 << 30)),
    }


def _light(rng: np.random.Generator) -> dict[str, object]:
    return {
        "sun": float(rng.uniform(0, 360)),
        "sun_height": float(rng.uniform(28, 80)),
        "ambient": float(rng.uniform(0.4, 0.95)),
        "shadow": float(rng.uniform(0.05, 0.75)),
        "softness": float(rng.uniform(1.0, 10.0)),
        "gradient": float(rng.uniform(0, 0.6)) ** 1.5,
        "gradient_angle": float(rng.uniform(0, 360)),
        "glare": float(rng.uniform(20, 130)) if rng.random() < 0.25 else 0.0,
        "glare_at": (float(rng.uniform(0, 1)), float(rng.uniform(0, 1))),
    }


def _lens(rng: np.random.Generator) -> dict[str, object]:
    warm = rng.normal(0, 0.09)
    return {
        "vignette": float(rng.uniform(0, 0.6)) ** 2,
        "blur": float(rng.choice([rng.uniform(0, 0.6), rng.uniform(0.5, 1.6)])),
        "motion": float(rng.uniform(2, 7)) if rng.random() < 0.1 else 0.0,
        "motion_angle": float(rng.uniform(0, 180)),
        "noise": float(np.exp(rng.uniform(-0.7, 2.1))),
        "balance": (float(1 + warm), float(1 + rng.normal(0, 0.025)), float(1 - warm)),
        "exposure": float(np.clip(np.exp(rng.normal(0.0, 0.2)), 0.5, 1.12)),
        "gamma": float(rng.uniform(0.7, 1.2)),
        "jpeg": int(rng.integers(45, 98)),
    }


def random_look(
    rng: np.random.Generator,
    faces: Sequence[FaceSet] = (),
    backdrops: Sequence[Image] = (),
) -> Look:
    """Draw a look at random: one of the face sets (own drawings when none), table, light, lens."""
    sets = faces or (own_faces(),)
    chosen = sets[int(rng.integers(len(sets)))]
    parts = _make(rng, chosen) | _place(rng, backdrops) | _light(rng) | _lens(rng)
    return Look(faces=chosen, **parts)  # type: ignore[arg-type]


def _unusual_body(rng: np.random.Generator) -> Colour:
    """A tile's body of any pale colour, or as seen in half light."""
    if rng.random() < 0.5:
        return _jitter(rng, _BODIES[rng.integers(len(_BODIES))], 14)
    b, g, r = rng.uniform(165, 252) * rng.uniform(0.78, 1.0, 3)
    return (float(b), float(g), float(r))


def blank_look(
    rng: np.random.Generator,
    faces: Sequence[FaceSet] = (),
    backdrops: Sequence[Image] = (),
) -> Look:
    """Draw a look of a set whose haku is blank and makes up a fifth of the tiles.

    Photographed sets, whose haku may have a frame, are left out of ``faces``.
    """
    look = random_look(rng, [one for one in faces if not one.opaque], backdrops)
    others = rng.choice([name for name in look.faces.names if name != "5z"], 4, replace=False)
    few = {name: look.faces.faces[name] for name in (BLANK, "5z", *others)}
    body = _unusual_body(rng)
    return replace(
        look,
        faces=replace(look.faces, faces=few),
        framed_haku=False,
        body=body,
        back=_back(rng, body),
        gradient=float(rng.uniform(0, 0.6)),
    )


def any_colour_look(
    rng: np.random.Generator,
    faces: Sequence[FaceSet] = (),
    backdrops: Sequence[Image] = (),
) -> Look:
    """Draw a look whose backs have any colour, also the body's, and whose bodies are black, pale
    or coloured; photographed sets keep their own bodies."""
    look = random_look(rng, faces, backdrops)
    shade = float(rng.uniform(5, 252))
    grey = _jitter(rng, (shade, shade, shade), 10)
    back = grey if rng.random() < 0.4 else _pick(rng, _BACKS, 20)
    kind = rng.random()
    if kind < 0.4:
        return replace(look, back=back)
    if kind < 0.7:
        return replace(look, back=back, body=_jitter(rng, (42, 40, 40), 14))
    b, g, r = rng.uniform(60, 250, 3)
    coloured = (float(b), float(g), float(r))
    return replace(look, back=back, body=_unusual_body(rng) if kind < 0.88 else coloured)
