"""Draw a scene: far things first, layer upon layer, each with its shadow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.render._blocks import Block, Painter, face_quad, frame
from datasets.render._camera import Camera
from datasets.render._canvas import Canvas
from datasets.render._labels import Example, Label, quad
from datasets.render._lens import photograph
from datasets.render._look import Look
from datasets.render._props import Arm, Prop, paint_arm, prop_block, stick_prop
from datasets.render._surface import cast_shadows, table_surface
from datasets.render._texture import TileTextures
from datasets.scene import PlacedTile, Scene
from detector._types import BACK


def _tile_block(
    tile: PlacedTile, index: int, scene: Scene, look: Look, textures: TileTextures, variant: int
) -> Block:
    width, height, depth = scene.tile_size
    rise = height / 2 if tile.pose == "standing" else depth / 2
    return Block(
        centre=np.array([tile.x, tile.y, tile.z + rise]),
        axes=frame(tile.angle, tile.pose),
        half=np.array([width, height, depth]) / 2,
        edge=look.edge,
        front=textures(tile.face, variant),
        rear=textures(BACK, variant),
        body=look.body,
        back=look.back if look.back_share > 0 else look.body,
        back_share=look.back_share,
        tile=index,
        face=tile.face,
    )


def _sharpness(scene: Scene, camera: Camera) -> float:
    """Pixels per mm of the nearest tile."""
    eye = camera.position
    near = [float(np.linalg.norm(eye - (t.x, t.y, t.z))) for t in scene.tiles]
    return camera.focal / max(1.0, min(near, default=camera.distance) - 20)


def _layers(blocks: Sequence[Block], camera: Camera) -> list[list[Block]]:
    """Blocks by the height they stand at, lowest first, each layer from far to near."""
    eye = camera.position
    layers: dict[int, list[Block]] = {}
    for block in blocks:
        layers.setdefault(round(block.foot / 4), []).append(block)
    return [
        sorted(layers[height], key=lambda b: -float(np.linalg.norm(b.centre[:2] - eye[:2])))
        for height in sorted(layers)
    ]


def _seen_side(block: Block, camera: Camera) -> int:
    return 1 if (camera.position - block.centre) @ block.axes[2] > 0 else -1


def _label(block: Block, number: int, camera: Camera, counts: NDArray[np.int64]) -> Label | None:
    side = _seen_side(block, camera)
    corners = camera.project(face_quad(block, side))
    if np.isnan(corners).any():
        return None
    ring = corners.astype(np.float32)
    area = cv2.contourArea(ring, oriented=True)
    if area < 12:
        return None
    filled = area + cv2.arcLength(ring, True) / 2 + 1
    seen = float(counts[2 * number + 2]) / filled
    if seen <= 0:
        return None
    face = block.face if side > 0 else BACK
    return Label(face, quad(corners), min(1.0, seen), block.tile)


def _labels(blocks: Sequence[Block], camera: Camera, canvas: Canvas) -> tuple[Label, ...]:
    owned = canvas.owner[canvas.owner > 0]
    counts = np.bincount(owned, minlength=2 * len(blocks) + 3)
    found = (
        _label(block, number, camera, counts)
        for number, block in enumerate(blocks)
        if block.tile >= 0
    )
    return tuple(sorted((label for label in found if label), key=lambda label: label.tile))


def render(
    scene: Scene,
    camera: Camera,
    look: Look,
    rng: np.random.Generator,
    props: Sequence[Prop] = (),
    arms: Sequence[Arm] = (),
) -> Example:
    """Draw ``scene`` as ``camera`` sees it under ``look``.

    ``props`` lie among the tiles, ``arms`` reach over them.  ``rng`` decides the wear of each
    tile, which picture of a face is used and the grain; the same state gives the same picture.
    """
    look = replace(look, body=look.faces.paper or look.body)
    textures = TileTextures(look, scene.tile_size, _sharpness(scene, camera))
    blocks = [
        _tile_block(tile, i, scene, look, textures, int(rng.integers(8)))
        for i, tile in enumerate(scene.tiles)
    ]
    blocks += [prop_block(prop) for prop in (*map(stick_prop, scene.sticks), *props)]
    worn = np.clip(1 + rng.normal(0, look.worn, len(blocks)), 0.8, 1.2)
    canvas = Canvas(table_surface(camera, look, scene.side))
    painted = _paint(canvas, camera, look, blocks, worn)
    for arm in arms:
        paint_arm(canvas, camera, look, arm)
    picture = photograph(canvas.image, canvas.owner, look, rng)
    return Example(picture, _labels(painted, camera, canvas))


def _paint(
    canvas: Canvas,
    camera: Camera,
    look: Look,
    blocks: Sequence[Block],
    worn: NDArray[np.float64],
) -> list[Block]:
    """Paint ``blocks`` layer upon layer with their shadows; return them in that order."""
    painter = Painter(canvas, camera, look)
    painted: list[Block] = []
    for layer in _layers(blocks, camera):
        cast_shadows(canvas, camera, look, layer)
        for block in layer:
            painter.paint(block, len(painted), float(worn[len(painted)]))
            painted.append(block)
    return painted
