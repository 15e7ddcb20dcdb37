"""The trained network as ONNX, with its probabilities calibrated."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from datasets.reader._augment import training_view
from datasets.reader._network import ReaderNet
from datasets.reader._store import NOT_A_TILE, Crops
from datasets.reader._training import views_tensor
from detector._types import BACK, FACES

#: How much likelier a class is in front of a camera than among the views that are trained on:
#: what is no tile was shown far more often than a locator finds it, backs more seldom.
PRIORS: Final[Mapping[int, float]] = {NOT_A_TILE: 0.3, FACES.index(BACK): 1.5}


def with_priors(logits: Tensor) -> Tensor:
    """Logits (..., 40) of the training views as logits of what cameras see."""
    weights = torch.ones(logits.shape[-1])
    for label, weight in PRIORS.items():
        weights[label] = weight
    return logits + weights.log()


class Calibrated(nn.Module):
    """Views -> probabilities over (turn, class) at a temperature, and features."""

    def __init__(self, net: ReaderNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor]:
        logits, features = self.net(views)
        chances = torch.softmax(with_priors(logits).flatten(1) / self.temperature, 1)
        return chances.view_as(logits), features


@torch.no_grad()
def held_out_logits(net: ReaderNet, crops: Crops, seed: int) -> tuple[Tensor, Tensor]:
    """Logits and labels of one training-like view of every held-out crop."""
    rng = np.random.default_rng(seed)
    views = np.stack([training_view(rng, pixels)[0] for pixels in crops.pixels])
    batches = torch.split(torch.from_numpy(views), 256)
    logits = torch.cat([with_priors(net(views_tensor(batch))[0]) for batch in batches])
    return logits, torch.from_numpy(crops.labels.astype(np.int64))


def class_loss(logits: Tensor, labels: Tensor, temperature: float) -> float:
    """Mean negative log-likelihood of the classes at a temperature."""
    chances = torch.log_softmax(logits.flatten(1) / temperature, 1).view_as(logits).logsumexp(1)
    return float(nn.functional.nll_loss(chances, labels))


def best_temperature(logits: Tensor, labels: Tensor) -> float:
    """The temperature at which the held-out classes are likeliest."""
    grid = [float(t) for t in np.linspace(0.5, 2.5, 81)]
    return min(grid, key=lambda temperature: class_loss(logits, labels, temperature))


def export(net: ReaderNet, temperature: float, path: Path) -> None:
    """Write the network as ONNX with a free batch size."""
    views = torch.zeros(2, 3, 80, 64)
    model = Calibrated(net, temperature).eval().to(memory_format=torch.contiguous_format)
    batch = torch.export.Dim("batch", min=1, max=4096)
    program = torch.onnx.export(
        model, (views,), input_names=["views"], output_names=["chances", "features"],
        dynamic_shapes={"views": {0: batch}}, dynamo=True, verbose=False,
    )  # fmt: skip
    if program is None:
        raise RuntimeError("this torch cannot export through dynamo; install the train extra")
    program.optimize()
    path.parent.mkdir(parents=True, exist_ok=True)
    program.save(str(path), external_data=False)


def calibrated_export(net: ReaderNet, held_out: Mapping[str, Crops], path: Path) -> str:
    """Fit the temperature on held-out crops of other sets and photos, write the ONNX.

    Returns the figures as text.
    """
    seen = {name: held_out_logits(net, crops, seed=1) for name, crops in held_out.items()}
    logits = torch.cat([part for part, _ in seen.values()])
    labels = torch.cat([part for _, part in seen.values()])
    temperature = best_temperature(logits, labels)
    export(net, temperature, path)
    lines = [f"temperature {temperature:.3f}, {path}: {path.stat().st_size / 1e6:.2f} MB"]
    for name, (part, names) in seen.items():
        right = torch.softmax(part.flatten(1), 1).view_as(part).sum(1).argmax(1) == names
        loss = class_loss(part, names, temperature)
        lines.append(f"{name}: {int(right.sum())} of {len(names)} right, loss {loss:.3f}")
    return "\n".join(lines)
