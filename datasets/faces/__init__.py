"""The project's own tile faces, drawn as SVG files for the page and the renderer."""

from datasets.faces._draw import FACE_HEIGHT, FACE_WIDTH, NAMES, TILES_DIR, draw, write_all

__all__ = ["FACE_HEIGHT", "FACE_WIDTH", "NAMES", "TILES_DIR", "draw", "write_all"]
