"""The locator's life: ``python -m datasets.locator build|train|export|average|evaluate``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from datasets.locator._build import Part, build, composed, laid, rendered
from datasets.locator._renders import KINDS

PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
RUNS = Path("runs") / "locator"
SHIPPED = Path(__file__).parents[2] / "models" / "locator.onnx"


def _build(options: argparse.Namespace) -> None:
    size, others = options.size, options.backgrounds
    renders = {"rendered": "any", **{kind: kind for kind in KINDS}}
    parts = {
        subset: [
            Part("real", options.real // share, composed(options.photos, prefix, size, others)),
            Part("laid", options.laid // share, laid(options.photos, prefix, size, others)),
            *(
                Part(name, getattr(options, name) // share,
                     rendered(options.photos, size, others, kind))
                for name, kind in renders.items()
            ),
        ]
        for subset, prefix, share in (("train", "train_", 1), ("val", "valid_", 20))
    }  # fmt: skip
    print(build(options.data, parts, options.seed))


def _train(options: argparse.Namespace) -> None:
    from datasets.locator._train import initial, train

    weights = options.weights or initial(options.data, options.data / "initial.pt", options.size)
    length = {"time": options.hours} if options.hours else {"epochs": options.epochs}
    print(train(options.data, weights, options.run, options.size, lr0=options.rate, **length))


def _export(options: argparse.Namespace) -> None:
    from datasets.locator._export import export, portable

    print(export(options.checkpoint, options.out))
    if options.keep:
        print(portable(options.checkpoint, options.keep))


def _average(options: argparse.Namespace) -> None:
    from datasets.locator._export import average

    print(average(options.first, options.second, options.share, options.out))


def _evaluate(options: argparse.Namespace) -> None:
    from datasets.locator._evaluate import evaluate

    for name, count in evaluate(options.folder, options.model).items():
        print(f"{name}: {count}")


def _add_making(commands: Any) -> None:
    one = commands.add_parser("build", help="write the training pictures")
    one.add_argument("--photos", type=Path, default=PHOTOS, help="folder of labelled photos")
    one.add_argument("--backgrounds", type=Path, nargs="*", default=[], help="pictures, no tiles")
    one.add_argument("--data", type=Path, default=RUNS / "data")
    one.add_argument("--real", type=int, default=2400, help="pictures composed of photos")
    one.add_argument("--laid", type=int, default=2400, help="pictures of photographed tiles laid")
    one.add_argument("--rendered", type=int, default=3600, help="rendered pictures")
    one.add_argument("--blank", type=int, default=1200, help="scenes of many blank haku")
    one.add_argument("--table", type=int, default=800, help="scenes of whole tables from above")
    one.add_argument("--hard", type=int, default=1200, help="scenes of tight rows, any colour")
    one.add_argument("--far", type=int, default=300, help="scenes of tables far away")
    one.add_argument("--game", type=int, default=600, help="scenes of wins as players lay them")
    one.add_argument("--size", type=int, default=416)
    one.add_argument("--seed", type=int, default=0)
    one.set_defaults(run_command=_build)
    one = commands.add_parser("train", help="train, or go on with a stopped training")
    one.add_argument("--data", type=Path, default=RUNS / "data")
    one.add_argument("--run", type=Path, default=RUNS / "run", help="folder of checkpoints")
    one.add_argument("--weights", type=Path, help="checkpoint to begin with (default: warm start)")
    one.add_argument("--size", type=int, default=416)
    one.add_argument("--epochs", type=int, default=10)
    one.add_argument("--rate", type=float, default=1.5e-3, help="learning rate to begin with")
    one.add_argument("--hours", type=float, help="stop by the clock instead of by epochs")
    one.set_defaults(run_command=_train)


def _add_using(commands: Any) -> None:
    one = commands.add_parser("export", help="write a checkpoint as ONNX")
    one.add_argument("checkpoint", type=Path)
    one.add_argument("--out", type=Path, default=SHIPPED)
    one.add_argument("--keep", type=Path, help="also write a small checkpoint to go on from")
    one.set_defaults(run_command=_export)
    one = commands.add_parser("average", help="average the weights of two small checkpoints")
    one.add_argument("first", type=Path)
    one.add_argument("second", type=Path)
    one.add_argument("--share", type=float, default=0.6, help="part of the first, 0..1")
    one.add_argument("--out", type=Path, required=True)
    one.set_defaults(run_command=_average)
    one = commands.add_parser("evaluate", help="measure the locator on a labelled folder")
    one.add_argument("folder", type=Path)
    one.add_argument("--model", type=Path, help="ONNX file (default: the shipped one)")
    one.set_defaults(run_command=_evaluate)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.locator", description=__doc__)
    commands = parser.add_subparsers(required=True)
    _add_making(commands)
    _add_using(commands)
    return parser


def main() -> int:
    """Run the command; 0 when done, 2 for bad input."""
    options = _parser().parse_args()
    try:
        options.run_command(options)
    except (FileNotFoundError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
