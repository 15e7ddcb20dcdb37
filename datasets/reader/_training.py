"""Training of the reader: one process makes views, one learns from them; it can be resumed."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset
from tqdm import tqdm

from datasets.reader._augment import training_view
from datasets.reader._network import CLASSES, TURNS, ReaderNet
from datasets.reader._store import HALF_TURN, NO_DIRECTION, NOT_A_TILE, STRANGE, Crops
from detector._types import BACK, FACES, FLOWER

#: How often a source is drawn from, for the classes that it has.
SOURCE_WEIGHTS: Final[Mapping[str, float]] = {
    "chinese": 0.3,
    "tray": 0.2,
    "camerash": 0.08,
    "composed": 0.25,
    "rendered": 0.3,
    "backs": 1.0,
    "tables": 0.2,
    "blank": 0.6,
    "hard": 0.4,
    "game": 0.6,
    "strange": 1.0,
    "clutter": 0.8,
    "standing": 0.8,
}
#: How often a class is drawn, other than 1.
CLASS_WEIGHTS: Final[Mapping[int, float]] = {
    FACES.index("5z"): 4.0,
    FACES.index(BACK): 2.0,
    NOT_A_TILE: 4.0,
    STRANGE: 5.0,
}
LABELS: Final = CLASSES + 1
RIICHI: Final = [i for i, face in enumerate(FACES) if face not in (BACK, FLOWER)]
SMOOTHING: Final = 0.02
#: How much of itself the slow average of the network keeps at every step.
AVERAGING: Final = 0.998


@dataclass(frozen=True)
class Course:
    """How long and how fast to learn."""

    steps: int
    batch: int = 96
    rate: float = 2e-3
    seed: int = 0
    workers: int = 1


class Views(IterableDataset[tuple[NDArray[np.uint8], int, int]]):
    """Endless views: class drawn first, then source, then crop.

    Yields the view (80x64x3 BGR), its class, and the corner of the face's top left (-1: unknown).
    """

    def __init__(self, crops: Mapping[str, Crops], seed: int) -> None:
        self._crops = crops
        self._seed = seed
        names = list(crops)
        weights = np.array([CLASS_WEIGHTS.get(label, 1.0) for label in range(LABELS)])
        self._members = {
            (name, label): np.flatnonzero(crops[name].labels == label)
            for name in names
            for label in range(LABELS)
        }
        cells = [cell for cell, members in self._members.items() if len(members)]
        raw = np.array(
            [SOURCE_WEIGHTS[name] * len(self._members[name, c]) ** 0.25 for name, c in cells]
        )
        share = np.zeros(LABELS)
        for (_, label), value in zip(cells, raw, strict=True):
            share[label] += value
        chance = np.array([v / share[c] * weights[c] for (_, c), v in zip(cells, raw, strict=True)])
        self._cells, self._chance = cells, chance / chance.sum()

    def __iter__(self) -> Iterator[tuple[NDArray[np.uint8], int, int]]:
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng((self._seed, info.id if info else 0))
        while True:
            for cell in rng.choice(len(self._cells), 4096, p=self._chance):
                name, label = self._cells[cell]
                index = rng.choice(self._members[name, label])
                view, turn = training_view(rng, self._crops[name].pixels[index])
                yield view, label, turn if self._crops[name].upright[index] else -1


def allowed_turns(labels: Tensor, turns: Tensor) -> Tensor:
    """Bx4 mask of the turns that count as right: all where unknown, two for symmetric faces."""
    corner = torch.arange(TURNS)
    exact = corner[None] == turns[:, None]
    half = (corner[None] - turns[:, None]) % 2 == 0
    symmetric = torch.tensor([label in HALF_TURN for label in range(LABELS)])[labels]
    free = torch.tensor([label in NO_DIRECTION for label in range(LABELS)])[labels] | (turns < 0)
    return exact | (half & symmetric[:, None]) | free[:, None]


def loss_of(logits: Tensor, labels: Tensor, turns: Tensor) -> Tensor:
    """Cross-entropy of the right class in a right turn, with smoothing over the classes; of a
    strange face, of which no class is right, that of all riichi faces alike.
    """
    chances = torch.log_softmax(logits.flatten(1), 1).view_as(logits)
    classes = chances.logsumexp(1)
    strange = labels == STRANGE
    right = chances[torch.arange(len(labels)), :, labels.clamp(max=CLASSES - 1)]
    right = right.masked_fill(~allowed_turns(labels, turns), -math.inf).logsumexp(1)
    wanted = torch.where(strange, classes[:, RIICHI].mean(1), right)
    return -((1 - SMOOTHING) * wanted + SMOOTHING * classes.mean(1)).mean()


def views_tensor(views: Tensor) -> Tensor:
    """BxHxWx3 BGR bytes -> Bx3xHxW RGB floats, channels last."""
    return views.flip(-1).permute(0, 3, 1, 2).float()


class Trainer:
    """A network, its slow average and its optimiser, kept in one checkpoint file."""

    def __init__(self, course: Course, checkpoint: Path) -> None:
        torch.manual_seed(course.seed)
        self.course, self.checkpoint = course, checkpoint
        self.net, self.average = ReaderNet(), ReaderNet().eval()
        self.net.to(memory_format=torch.channels_last)
        self.average.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.AdamW(self.net.parameters(), course.rate, weight_decay=0.02)
        self.step = 0
        if checkpoint.exists():
            self._resume(torch.load(checkpoint, weights_only=True))

    def _resume(self, state: dict[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step = state["step"]

    def save(self) -> None:
        """Write the checkpoint, whole or not at all."""
        self.checkpoint.parent.mkdir(parents=True, exist_ok=True)
        part = self.checkpoint.with_suffix(".part")
        parts = {name: getattr(self, name).state_dict() for name in ("net", "average", "optimiser")}
        torch.save({**parts, "step": self.step}, part)
        part.replace(self.checkpoint)

    def _rate(self) -> float:
        """Learning rate: a short warm-up, then half a cosine down to a hundredth."""
        done = min(1.0, self.step / self.course.steps)
        warm = min(1.0, (self.step + 1) / 300)
        return self.course.rate * warm * (0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2)

    @torch.no_grad()
    def _follow(self) -> None:
        """Move the average a little towards the network."""
        share = max(1 - AVERAGING, 1 / (self.step + 2))
        for slow, fast in zip(
            self.average.state_dict().values(), self.net.state_dict().values(), strict=True
        ):
            if slow.is_floating_point():
                slow.lerp_(fast, share)

    def learn(self, views: Tensor, labels: Tensor, turns: Tensor) -> float:
        """Take one step; returns its loss."""
        for group in self.optimiser.param_groups:
            group["lr"] = self._rate()
        self.net.train()
        with torch.autocast("cpu", torch.bfloat16):
            logits, _ = self.net(views_tensor(views))
        loss = loss_of(logits, labels, turns)
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.net.parameters(), 5)
        self.optimiser.step()
        self._follow()
        self.step += 1
        return float(loss.detach())


def load_crops(folder: Path, sources: Sequence[str] | None = None) -> dict[str, Crops]:
    """Load every source that is trained on, or only ``sources``.

    Raises ``FileNotFoundError`` when none of them is in ``folder``.
    """
    wanted = [name for name in SOURCE_WEIGHTS if sources is None or name in sources]
    names = [name for name in wanted if (folder / name / "upright.npy").exists()]
    if not names:
        raise FileNotFoundError(f"{folder} holds no crops; run `python -m datasets.reader build`")
    return {name: Crops.load(folder / name) for name in names}


def train(crops: Mapping[str, Crops], course: Course, checkpoint: Path) -> ReaderNet:
    """Train up to ``course.steps`` steps, going on from ``checkpoint`` when it is there.

    Returns the averaged network.
    """
    torch.set_num_threads(1)
    trainer = Trainer(course, checkpoint)
    views = Views(crops, course.seed + trainer.step)
    loader = DataLoader(views, course.batch, num_workers=course.workers)
    saved, smooth = time.monotonic(), 4.0
    progress = tqdm(total=course.steps, initial=trainer.step, desc="reader", mininterval=5)
    for batch in loader:
        if trainer.step >= course.steps:
            break
        smooth = 0.98 * smooth + 0.02 * trainer.learn(*batch)
        progress.update()
        progress.set_postfix(loss=f"{smooth:.3f}", refresh=False)
        if time.monotonic() - saved > 60:
            trainer.save()
            saved = time.monotonic()
    trainer.save()
    return trainer.average
