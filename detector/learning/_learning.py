"""Learn a tile set from a few pictures of its faces, with numpy alone.

Each picture is seen again through loose corners, in other light and a little blurred.  A linear
discriminant (the faces' means under their common covariance, shrunk to its diagonal) tells the
faces apart; how much it counts beside the shipped reader is settled on photos that it was not
fitted to.  A set that the shipped reader reads well is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from detector._crops import VIEW_MARGIN, rectify, turned
from detector._types import FACES, Quad
from detector.learning._adaptation import Adaptation

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
#: Gives the chances (N, 4, 40) of views and what they look like (N, D).
Describe = Callable[[Sequence[Image]], tuple[Floats, Floats]]

#: Width and height of the picture kept of a face, and what it shows beyond the face on each side.
CROP_SIZE: Final = (88, 112)
CROP_MARGIN: Final = 0.3
#: How often a face is seen again at each turn; the face stands upright or lies on its side.
AGAIN: Final = (10, 4, 10, 4)
#: How much of the covariance's diagonal is mixed in.
SHRINKAGE: Final = 0.05
TRUSTS: Final = (1.0, 0.75, 0.5, 0.25, 0.1, 0.0)
SHARES: Final = (0.0, 0.05, 0.1, 0.2, 0.35, 0.5)
#: Share of a layer that no other photo could be tried on.
UNTRIED_SHARE: Final = 0.01
#: Photos that the layer is tried on, each fitted without, at most.
FOLDS: Final = 4
#: The layer must make the faces so much likelier, in nats a tile, to be taken at all.
WORTHWHILE: Final = 0.02
#: With a single photo a set is left alone of which the shipped reader reads this share.
WELL_READ: Final = 0.9
#: So many more faces must be read right, and at most half as many wrong, in photos not fitted to.
LEAST_GAIN: Final = 3
#: A photo of which the layer of the others reads less than this share is left out, when without
#: it the layers of the rest read so much of each other: its faces were said wrongly.
ASTRAY, AGREED = 0.5, 0.8
#: The layer by itself, and the shipped reader by itself.
ALONE, SHIPPED = (0.0, 0.05), (1.0, 0.0)
#: A probability below this counts as this: a single mistake must not decide.
LEAST_CHANCE: Final = 1e-3
CLASSES: Final = len(FACES) + 1


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A picture of one face, ``CROP_SIZE`` with ``CROP_MARGIN``, upright, BGR; ``photo`` tells
    which of them come from the same photo; ``confirmed``: a person said what it shows.
    """

    face: str
    crop: Image
    photo: int = 0
    confirmed: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """``adaptation`` is ``None`` where the shipped reader is better left alone.

    ``before`` and ``after``: how many of ``tried`` tiles were read right by the shipped and by the
    fitted reader, in photos that it was not fitted to; with a single photo ``tried`` is 0.
    ``doubtful`` are examples that look more like another face than like their own.
    """

    adaptation: Adaptation | None
    before: int
    after: int
    tried: int
    doubtful: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Views:
    """Views of examples: chances, looks, turn * 40 + class, and which example each is of."""

    chances: Floats
    looks: Floats
    keys: NDArray[np.intp]
    owner: NDArray[np.intp]

    def of(self, owners: NDArray[np.bool_]) -> _Views:
        chosen = owners[self.owner]
        return _Views(
            self.chances[chosen], self.looks[chosen], self.keys[chosen], self.owner[chosen]
        )


#: A layer, and views that it was not fitted to.
_Trial = tuple[Adaptation, _Views]


def crop_of(image: Image, quad: Quad) -> Image:
    """The picture to keep of the face at ``quad`` (from its own top left)."""
    return rectify(image, quad, CROP_SIZE, CROP_MARGIN)


def learn(examples: Sequence[Example], describe: Describe, seed: int = 0) -> Learned:
    """Fit the reader to a set; takes seconds.  Raises ``ValueError`` without examples."""
    if not examples:
        raise ValueError("there is nothing to learn from")
    views = _views(examples, describe, np.random.default_rng(seed))
    fold = np.array([example.photo for example in examples]) % FOLDS
    folds, trials = _agreeing(views, fold)
    told, views = views, views.of(np.isin(fold, folds))
    trust, share = _chosen(trials) if trials else _guessed(views)
    before, after, tried = _tried(trials, trust, share)
    if trials and (after < before + LEAST_GAIN or 2 * (tried - after) > tried - before):
        trust, share, after = 1.0, 0.0, before
    best = None if share == 0 else _counting(_fitted(views), trust, share)
    doubtful = _doubtful(told, _counting(_fitted(views), trust, max(share, UNTRIED_SHARE)))
    return Learned(best, before, after, tried, doubtful)


def judged(
    examples: Sequence[Example], describe: Describe, adaptation: Adaptation | None, seed: int = 0
) -> tuple[int, float]:
    """Return how many of ``examples`` the reader fitted by ``adaptation`` reads right, and its
    loss in nats a view.
    """
    views = _views(examples, describe, np.random.default_rng(seed))
    layer = adaptation or _counting(_fitted(views), 1.0, 0.0)
    return _right(views, layer), _loss(views, layer)


def _views(examples: Sequence[Example], describe: Describe, rng: np.random.Generator) -> _Views:
    pictures, keys, owner = [], [], []
    for number, example in enumerate(examples):
        for turn, count in enumerate(AGAIN):
            for _ in range(count):
                quad = turned(_loose(rng), turn)
                pictures.append(_spoiled(rng, rectify(example.crop, quad, margin=VIEW_MARGIN)))
                keys.append((-turn % 4) * CLASSES + FACES.index(example.face))
                owner.append(number)
    chances, looks = describe(pictures)
    return _Views(chances, looks, np.array(keys, np.intp), np.array(owner, np.intp))


def _loose(rng: np.random.Generator) -> Quad:
    """The face's corners in a crop as a locator gives them."""
    size = np.array(CROP_SIZE) / (1 + 2 * CROP_MARGIN)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2 * size
    angle = rng.normal(0, np.radians(3))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = square * np.exp(rng.normal(0, 0.04, 2)) @ turn.T
    corners += (rng.normal(0, 0.02, (4, 2)) + rng.normal(0, 0.02, 2)) * size
    a, b, c, d = ((float(x), float(y)) for x, y in corners + np.array(CROP_SIZE) / 2)
    return a, b, c, d


def _spoiled(rng: np.random.Generator, view: Image) -> Image:
    """A view in other light, at times blurred, coarser or noisy."""
    light = np.clip(view / 255 * np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.07, 3)), 0, 1)
    floats = 255 * light ** np.exp(rng.normal(0, 0.15))
    if rng.random() < 0.5:
        floats = cv2.GaussianBlur(floats, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.3:
        scale = rng.uniform(0.3, 0.8)
        small = cv2.resize(floats, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        floats = cv2.resize(small, view.shape[1::-1])
    if rng.random() < 0.3:
        floats = floats + rng.normal(0, 5, view.shape)
    return np.asarray(np.clip(floats, 0, 255), np.uint8)


def _fitted(views: _Views) -> Adaptation:
    """The linear discriminant of the views' keys."""
    keys, index = np.unique(views.keys, return_inverse=True)
    looks = views.looks.astype(np.float64)
    means = np.stack([looks[index == n].mean(axis=0) for n in range(len(keys))])
    rest = looks - means[index]
    spread = rest.T @ rest / len(rest)
    own = np.diag(spread).copy()
    spread = (1 - SHRINKAGE) * spread + SHRINKAGE * np.diag(own)
    spread += 1e-3 * own.mean() * np.eye(len(own))
    weights = np.linalg.solve(spread, means.T).T
    offsets = -(weights * means).sum(axis=1) / 2
    return Adaptation(
        keys.astype(np.int16), weights.astype(np.float32), offsets.astype(np.float32), 1.0, 0.0
    )


def _trials(views: _Views, fold: NDArray[np.intp], ones: Sequence[int]) -> list[_Trial]:
    """A layer fitted to all of the photos ``ones`` but one, and the views of that, for each."""
    of = [np.isin(fold, ones) & (fold != one) for one in ones if len(ones) > 1]
    return [
        (_fitted(views.of(others)), views.of(fold == one))
        for others, one in zip(of, ones, strict=False)
    ]


def _agreeing(views: _Views, fold: NDArray[np.intp]) -> tuple[list[int], list[_Trial]]:
    """The photos that agree on what is what, and their trials: all, or all but one."""
    ones = sorted(set(fold.tolist()))
    trials = _trials(views, fold, ones)
    shares = [_agreement(*trial) for trial in trials]
    if len(ones) < 3 or min(shares) >= ASTRAY:
        return ones, trials
    rest = [one for one in ones if one != ones[int(np.argmin(shares))]]
    fewer = _trials(views, fold, rest)
    agreed = min(_agreement(*trial) for trial in fewer) >= AGREED
    return (rest, fewer) if agreed else (ones, trials)


def _agreement(layer: Adaptation, views: _Views) -> float:
    """The share of the examples, of faces that the layer knows, that it or the shipped reader
    reads right.
    """
    known = np.isin(views.keys, layer.keys)
    if not known.any():
        return 1.0
    seen = views.of(np.bincount(views.owner, known).astype(bool))
    right = max(_right(seen, _counting(layer, *way)) for way in (ALONE, SHIPPED))
    return right / len(np.unique(seen.owner))


def _counting(layer: Adaptation, trust: float, share: float) -> Adaptation:
    return Adaptation(layer.keys, layer.weights, layer.offsets, trust, share)


def _own_chances(views: _Views, layer: Adaptation) -> Floats:
    """The probability (N,) that each view's own face is given."""
    faces = layer(views.chances, views.looks).sum(axis=1)
    return np.asarray(faces[np.arange(len(faces)), views.keys % CLASSES])


def _loss(views: _Views, layer: Adaptation) -> float:
    return float(-np.log(np.maximum(_own_chances(views, layer), LEAST_CHANCE)).mean())


def _chosen(trials: Sequence[_Trial]) -> tuple[float, float]:
    """How much the shipped reader and the layer count where others' photos are read best."""

    def cost(pair: tuple[float, float]) -> float:
        return float(np.mean([_loss(views, _counting(layer, *pair)) for layer, views in trials]))

    shipped = cost((1.0, 0.0))
    best = min(((trust, share) for trust in TRUSTS for share in SHARES[1:]), key=cost)
    return best if cost(best) < shipped - WORTHWHILE else (1.0, 0.0)


def _guessed(views: _Views) -> tuple[float, float]:
    """The same with a single photo, from how well the shipped reader reads it."""
    layer = _fitted(views)
    if _right(views, _counting(layer, 1.0, 0.0)) >= WELL_READ * len(np.unique(views.owner)):
        return 1.0, 0.0
    losses = {trust: _loss(views, _counting(layer, trust, 0.0)) for trust in TRUSTS}
    return min(losses, key=lambda trust: losses[trust]), UNTRIED_SHARE


def _right(views: _Views, layer: Adaptation) -> int:
    """How many examples are read right, looking once at each and again upside down."""
    faces = layer(views.chances, views.looks).sum(axis=1)
    owners = np.unique(views.owner)
    means = np.stack([faces[views.owner == owner].mean(axis=0) for owner in owners])
    true = np.array([views.keys[views.owner == owner][0] % CLASSES for owner in owners])
    return int((means.argmax(axis=1) == true).sum())


def _tried(trials: Sequence[_Trial], trust: float, share: float) -> tuple[int, int, int]:
    before = sum(_right(views, _counting(layer, 1.0, 0.0)) for layer, views in trials)
    after = sum(_right(views, _counting(layer, trust, share)) for layer, views in trials)
    return before, after, sum(len(np.unique(views.owner)) for _, views in trials)


def _doubtful(views: _Views, layer: Adaptation) -> tuple[int, ...]:
    """The examples that the layer fitted to them takes for others of the faces that it knows."""
    faces = layer(views.chances, views.looks).sum(axis=1)
    known = faces[:, np.unique(layer.keys % CLASSES)].sum(axis=1)
    own = faces[np.arange(len(faces)), views.keys % CLASSES] / np.maximum(known, 1e-9)
    owners = np.unique(views.owner)
    return tuple(int(o) for o in owners if own[views.owner == o].mean() < 1 / 3)
