"""``python -m datasets.simulate``: evenings watched by the real program, judged by the engine.

Games of PyPI ``riichienv`` are drawn as a camera above the table would see them and given to the
program as its camera: real networks, real geometry, real ledger, real log, no hand touching
anything.  After each hand the scores of the program's ledger are compared with the engine's.
Finished games are kept in OUT, one line a hand, and not watched again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tqdm import tqdm

from datasets.simulate import Verdict, summary, watched


def _known(out: Path | None) -> list[Verdict]:
    if out is None or not out.is_file():
        return []
    return [Verdict(**json.loads(line)) for line in out.read_text(encoding="utf-8").splitlines()]


def _watch(seed: int, out: Path | None) -> list[Verdict]:
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for verdict in watched(seed, Path(folder)):
            tqdm.write(f"{seed} {verdict.label} {verdict.kind} {verdict.said}")
            found.append(verdict)
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        with out.open("a", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(asdict(one))}\n" for one in found)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Watch the games that are asked for and print what became of their hands."""
    parser = argparse.ArgumentParser(prog="python -m datasets.simulate", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="the first game's seed (default 1)")
    parser.add_argument("--out", type=Path, help="file of the hands watched so far, to go on from")
    options = parser.parse_args(argv)
    seeds = range(options.seed, options.seed + options.games)
    verdicts = [verdict for verdict in _known(options.out) if verdict.seed in seeds]
    done = {verdict.seed for verdict in verdicts}
    for seed in tqdm([seed for seed in seeds if seed not in done], unit="game"):
        verdicts += _watch(seed, options.out)
    print(summary(verdicts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
