"""The reader's network: a small residual net that tells the face and which way up it lies."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

from datasets.reader._store import CLASS_NAMES

CLASSES: Final = len(CLASS_NAMES)
TURNS: Final = 4


def _conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs)
    )


class _Block(nn.Module):
    """Two 3x3 convolutions around a shortcut."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = _conv(inputs, outputs, stride)
        self.second = _conv(outputs, outputs)
        same = inputs == outputs and stride == 1
        self.shortcut = nn.Identity() if same else _conv(inputs, outputs, stride, 1)

    def forward(self, x: Tensor) -> Tensor:
        y = self.second(torch.relu(self.first(x)))
        return torch.relu(y + self.shortcut(x))


class ReaderNet(nn.Module):
    """Bx3x80x64 RGB views (0..255) -> Bx4x40 logits over (quarter turn, class), Bx129 features.

    Turn ``t`` says that the face's own top left lies at corner ``t`` of the view, counted
    clockwise from its top left.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (24, 48, 80, 128)) -> None:
        super().__init__()
        stem, low, middle, high = widths
        self.stem = _conv(3, stem, 2)
        self.body = nn.Sequential(
            _Block(stem, low, 2),
            _Block(low, middle, 2),
            _Block(middle, middle, 1),
            _Block(middle, high, 2),
            _Block(high, high, 1),
        )
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(high + 1, TURNS * CLASSES)

    def features(self, views: Tensor) -> Tensor:
        """Pooled features of views scaled by their own mean and contrast, then that mean.

        Without the mean a black back and a white face would look the same.
        """
        mean = views.mean((1, 2, 3), keepdim=True)
        spread = (views - mean).square().mean((1, 2, 3), keepdim=True).sqrt()
        x = (views - mean) / (spread + 12)
        x = self.body(torch.relu(self.stem(x)))
        return torch.cat([torch.mean(x, (2, 3)), mean.flatten(1) / 255], 1)

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor]:
        features = self.features(views)
        logits = self.head(self.drop(features))
        return logits.float().view(-1, TURNS, CLASSES), features
