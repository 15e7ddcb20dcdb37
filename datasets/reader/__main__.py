"""``python -m datasets.reader build|train|evaluate|export``: make the face reader."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from datasets.reader._build import build
from datasets.reader._evaluation import read_folder, reliability, report
from datasets.reader._export import calibrated_export
from datasets.reader._plot import plot
from datasets.reader._store import Crops
from datasets.reader._training import Course, Trainer, load_crops, train
from detector._reader import Reader

CROPS = Path("runs/reader/crops")
CHECKPOINT = Path("runs/reader/reader.pt")
MODEL = Path("models/reader.onnx")
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01)


def _build(args: argparse.Namespace) -> None:
    build(args.photos, args.crops, args.sources)


def _train(args: argparse.Namespace) -> None:
    crops = load_crops(args.crops, args.sources)
    train(crops, Course(args.steps, args.batch, args.rate), args.checkpoint)


def _export(args: argparse.Namespace) -> None:
    net = Trainer(Course(steps=1), args.checkpoint).average
    held_out = {name: Crops.load(args.crops / name) for name in ("valid_felt", "valid_chinese")}
    print(calibrated_export(net, held_out, args.model))


def _evaluate(args: argparse.Namespace) -> None:
    reader, curves = Reader(args.model), {}
    for folder in args.folders:
        reads = list(read_folder(reader, folder, args.shift, args.boxes, seed=0))
        curves[folder.name] = reliability(reads, BINS)
        print(f"{folder.name}\n{report(reads)}")
        for mean, right, count in curves[folder.name]:
            print(f"said {mean:.3f}  right {right:.3f}  of {count}")
    if args.plot:
        args.plot.write_text(plot(curves))


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    top = argparse.ArgumentParser(prog="python -m datasets.reader", description=__doc__)
    commands = top.add_subparsers(required=True)
    make = commands.add_parser("build", help="make the crops to train on; goes on where it stopped")
    make.add_argument("photos", type=Path, help="folder with chinese_sets, faces, artwork, ...")
    make.set_defaults(run=_build)
    learn = commands.add_parser("train", help="train, going on from the checkpoint")
    learn.add_argument("--steps", type=int, default=9000)
    learn.add_argument("--batch", type=int, default=96)
    learn.add_argument("--rate", type=float, default=2e-3)
    learn.set_defaults(run=_train)
    ship = commands.add_parser("export", help="calibrate on held-out crops and write the ONNX")
    ship.set_defaults(run=_export)
    for command in (make, learn):
        command.add_argument("--sources", nargs="+", metavar="NAME", help="only these crops")
    for command in (make, learn, ship):
        command.add_argument("--crops", type=Path, default=CROPS)
    for command in (learn, ship):
        command.add_argument("--checkpoint", type=Path, default=CHECKPOINT)
    judge = commands.add_parser("evaluate", help="read labelled folders, their boxes given")
    judge.add_argument("folders", type=Path, nargs="+", help="folders with images/ and labels/")
    judge.add_argument("--plot", type=Path, help="also draw how reliable it is (SVG)")
    judge.add_argument("--shift", type=float, default=0.0, help="carelessness of the boxes")
    judge.add_argument("--boxes", action="store_true", help="give rectangles, not true corners")
    judge.set_defaults(run=_evaluate)
    for command in (ship, judge):
        command.add_argument("--model", type=Path, default=MODEL)
    return top


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command."""
    args = parser().parse_args(arguments)
    args.run(args)


if __name__ == "__main__":
    main(sys.argv[1:])
