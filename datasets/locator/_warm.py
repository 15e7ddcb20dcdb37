"""Warm start: the trunk of a YOLO11n that already knows tiles, for an oriented-box YOLO11n.

The detector on PyPI called ``mahjong-detector`` carries its weights as ONNX with batch norms
folded into the convolutions.  They are copied by name, and each batch norm is set to the mean and
spread that its convolution shows on training pictures, so that training mode computes what the
folded network computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from ultralytics.models import YOLO
from ultralytics.nn.modules import Conv
from ultralytics.nn.tasks import OBBModel

ARCHITECTURE = "yolo11n-obb.yaml"


def published_weights() -> Path:
    """The ONNX file of the installed ``mahjong-detector``.  Raises ``FileNotFoundError``."""
    spec = find_spec("mahjong_detector")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("install mahjong-detector for a warm start, or train from scratch")
    return Path(spec.origin).parent / "model.onnx"


def _folded(path: Path) -> dict[str, Tensor]:
    graph = onnx.load(str(path)).graph
    return {
        item.name: torch.from_numpy(numpy_helper.to_array(item).copy())
        for item in graph.initializer
        if item.name.startswith("model.")
    }


def _convs(model: nn.Module) -> Iterator[tuple[str, Conv]]:
    for name, module in model.named_modules():
        if isinstance(module, Conv):
            yield name, module


def _copy_conv(conv: Conv, weight: Tensor, bias: Tensor) -> None:
    conv.conv.weight.data.copy_(weight)
    conv.bn.weight.data.fill_(1.0)
    conv.bn.bias.data.copy_(bias)
    conv.bn.running_mean = torch.zeros_like(bias)
    conv.bn.running_var = torch.full_like(bias, 1.0 - conv.bn.eps)


def _copy_plain(conv: nn.Conv2d, weight: Tensor, bias: Tensor) -> None:
    if weight.shape == conv.weight.shape and conv.bias is not None:
        conv.weight.data.copy_(weight)
        conv.bias.data.copy_(bias)


def _copy_trunk(model: nn.Module, folded: dict[str, Tensor]) -> list[Conv]:
    copied = []
    for name, conv in _convs(model):
        weight = folded.get(f"{name}.conv.weight")
        if weight is not None and weight.shape == conv.conv.weight.shape:
            _copy_conv(conv, weight, folded[f"{name}.conv.bias"])
            copied.append(conv)
    for name, module in model.named_modules():
        weight, bias = folded.get(f"{name}.weight"), folded.get(f"{name}.bias")
        if isinstance(module, nn.Conv2d) and weight is not None and bias is not None:
            _copy_plain(module, weight, bias)
    return copied


def _settle_norms(model: nn.Module, convs: list[Conv], images: Tensor) -> None:
    """Give each copied batch norm its statistics on ``images`` without changing the function."""
    moments: dict[Conv, tuple[Tensor, Tensor]] = {}

    def note(conv: Conv, output: Tensor) -> None:
        moments[conv] = output.mean((0, 2, 3)), output.var((0, 2, 3))

    hooks = [
        conv.conv.register_forward_hook(lambda _m, _i, out, conv=conv: note(conv, out))
        for conv in convs
    ]
    with torch.no_grad():
        model.eval()(images)
    for hook in hooks:
        hook.remove()
    for conv, (mean, var) in moments.items():
        conv.bn.running_mean, conv.bn.running_var = mean, var
        conv.bn.weight.data.copy_((var + conv.bn.eps).sqrt())
        conv.bn.bias.data.add_(mean)


def _one_class() -> Any:
    build: Any = OBBModel
    return build(ARCHITECTURE, nc=1, verbose=False)


def warm_start(weights: Path, images: Tensor) -> YOLO:
    """A one-class YOLO11n-OBB with the trunk of the ONNX file ``weights``.

    ``images`` (N, 3, H, W) in 0..1 are training pictures that settle the batch norms.
    """
    yolo = YOLO(ARCHITECTURE, task="obb")
    model = _one_class()
    _settle_norms(model, _copy_trunk(model, _folded(weights)), images)
    model.task = "obb"
    yolo.model = model
    return yolo
