"""The renderer: scenes, or random ones, to pictures with labels."""

from datasets.render._camera import Camera
from datasets.render._faces import FaceSet, load_faces, own_faces
from datasets.render._hard import hard_example
from datasets.render._labels import Example, Label, from_yolo, to_yolo
from datasets.render._look import (
    TABLE_KINDS,
    Look,
    any_colour_look,
    blank_look,
    random_look,
)
from datasets.render._props import Arm, Prop
from datasets.render._random import random_example, random_scene, table_example
from datasets.render._render import render
from datasets.render._strange import strange_faces

__all__ = [
    "TABLE_KINDS",
    "Arm",
    "Camera",
    "Example",
    "FaceSet",
    "Label",
    "Look",
    "Prop",
    "any_colour_look",
    "blank_look",
    "from_yolo",
    "hard_example",
    "load_faces",
    "own_faces",
    "random_example",
    "random_look",
    "random_scene",
    "render",
    "strange_faces",
    "table_example",
    "to_yolo",
]
