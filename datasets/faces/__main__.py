"""``python -m datasets.faces [--font FILE]``: draw the faces into ``device/web/tiles``."""

from __future__ import annotations

import argparse
from pathlib import Path

from datasets.faces._draw import TILES_DIR, write_all
from datasets.faces._glyphs import LXGW_WENKAI


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m datasets.faces", description=__doc__)
    parser.add_argument("--font", type=Path, default=LXGW_WENKAI, help="font of the kanji (OFL)")
    parser.add_argument("--out", type=Path, default=TILES_DIR)
    args = parser.parse_args()
    for path in write_all(args.out, args.font):
        print(path)


if __name__ == "__main__":
    main()
