"""The reader fitted to one tile set: its last layer replaced where the set is seen otherwise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Adaptation:
    """A linear layer over what a view looks like, and how much it counts.

    ``keys`` (K,) are turn * 40 + class of each output; ``weights`` (K, D) and ``offsets`` (K,) give
    the log-likelihood of each.  ``trust`` (0..1) is the power that the shipped reader's
    probabilities are raised to, ``share`` the factor of the layer's log-likelihoods.  Classes
    without an output keep what the shipped reader gives them.
    """

    keys: NDArray[np.int16]
    weights: Floats
    offsets: Floats
    trust: float
    share: float

    def __call__(self, chances: Floats, looks: Floats) -> Floats:
        """Return the probabilities (N, 4, 40) of views that the shipped reader gives ``chances``
        (N, 4, 40) and that look like ``looks`` (N, D).
        """
        told = np.log(np.maximum(chances, 1e-30)).reshape(len(chances), -1)
        word = _normalised(np.float32(self.trust) * told)
        keys = self.keys.astype(np.intp)
        learned = np.isin(np.arange(word.shape[1]) % chances.shape[2], keys % chances.shape[2])
        own = word[:, keys] + self.share * (looks @ self.weights.T + self.offsets)
        own = np.exp(own - own.max(axis=1, keepdims=True, initial=-np.inf))
        result = np.exp(word)
        mass = result[:, learned].sum(axis=1, keepdims=True)
        result[:, learned] = 0
        result[:, keys] = mass * own / np.maximum(own.sum(axis=1, keepdims=True), 1e-30)
        return np.asarray(result.reshape(chances.shape), np.float32)


def _normalised(logits: Floats) -> Floats:
    top = logits.max(axis=1, keepdims=True)
    return np.asarray(logits - top - np.log(np.exp(logits - top).sum(axis=1, keepdims=True)))
