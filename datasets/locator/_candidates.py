"""Let an exported locator decode only those of its anchors that may be tiles.

YOLO decodes the box and the angle of every anchor, thousands of them, and nearly all are dropped
for their confidence: about a tenth of a run.  Here the likely ones are picked before.  Input and
output keep their names; the output (1, 6, N) has a column for each likely anchor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from math import log
from typing import Final

import numpy as np
from onnx import ModelProto, NodeProto, helper, numpy_helper

from detector._locator import HINT

#: A YOLO joins the anchors of so many feature maps.
LEVELS: Final = 3
#: Operators all of whose inputs belong to the anchors; of others only the first does.
_OF_ALL: Final = ("Add", "Sub", "Mul", "Div", "Concat")
_PLACES: Final = "candidates/places"
Makers = Mapping[str, NodeProto]


def only_candidates(model: ModelProto, least: float = HINT) -> ModelProto:
    """Let ``model``, a YOLO-OBB of one class, leave out anchors less likely than ``least``
    (where all are, the likeliest is kept).

    Returns the model; raises ``ValueError`` when it is no such network.
    """
    graph = model.graph
    makers = {name: node for node in graph.node for name in node.output}
    groups = [list(_joins(makers, name)) for name in makers[graph.output[0].name].input]
    if len(groups) != 3 or not all(groups) or len(groups[1]) != 1:
        raise ValueError("the network does not end like a YOLO of oriented boxes of one class")
    joins = {join.output[0]: join for group in groups for join in group}
    for node in graph.node:
        node.input[:] = [_kept(name) if name in joins else name for name in node.input]
    nodes = [*graph.node, *_places(groups[1][0].output[0], least), *map(_pick, joins.values())]
    del graph.node[:]
    graph.node.extend(_in_order(nodes))
    return model


def _joins(makers: Makers, name: str) -> Iterator[NodeProto]:
    """Yield what joins the anchors of all feature maps on the ways to the value ``name``."""
    node = makers.get(name)
    if node is None:
        return
    if node.op_type == "Concat" and len(node.input) == LEVELS:
        yield node
        return
    for source in node.input if node.op_type in _OF_ALL else node.input[:1]:
        yield from _joins(makers, source)


def _kept(name: str) -> str:
    return f"{name}/kept"


def _pick(join: NodeProto) -> NodeProto:
    """Return the node that keeps the likely anchors of ``join``."""
    axis = next(attribute.i for attribute in join.attribute if attribute.name == "axis")
    name = join.output[0]
    return helper.make_node("Gather", [name, _PLACES], [_kept(name)], axis=axis)


def _places(logits: str, least: float) -> Iterator[NodeProto]:
    """Yield nodes that find the anchors whose class is as likely as ``least``, else the likeliest.

    onnxruntime runs no convolution of nothing at all.
    """
    names = ("flat", "least", "row", "best", "limit", "likely", "found")
    flat, floor, row, best, limit, likely, found = (f"candidates/{name}" for name in names)
    yield _constant(flat, np.array([-1], np.int64))
    yield _constant(floor, np.array(log(least / (1 - least)), np.float32))
    yield helper.make_node("Reshape", [logits, flat], [row])
    yield helper.make_node("ReduceMax", [row], [best], keepdims=0)
    yield helper.make_node("Min", [best, floor], [limit])
    yield helper.make_node("GreaterOrEqual", [row, limit], [likely])
    yield helper.make_node("NonZero", [likely], [found])
    yield helper.make_node("Reshape", [found, flat], [_PLACES])


def _constant(name: str, value: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> NodeProto:
    return helper.make_node("Constant", [], [name], value=numpy_helper.from_array(value))


def _in_order(nodes: Sequence[NodeProto]) -> Iterator[NodeProto]:
    """Yield nodes after those whose outputs they take."""
    makers = {name: node for node in nodes for name in node.output}
    takes = {name: [each for each in node.input if each in makers] for name, node in makers.items()}
    for name in TopologicalSorter(takes).static_order():
        if name == makers[name].output[0]:
            yield makers[name]
