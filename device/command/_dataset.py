"""``jantaku export-dataset``: the logged hands as labelled photos to train on."""

from __future__ import annotations

import argparse
from pathlib import Path

from device._dataset import write_dataset
from device._errors import TilesError
from device._i18n import text
from device.command._data import add_data_option
from device.log._sql import SqlLog


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="gets images/, labels/, data.yaml")
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Write the data set; raises ``UserError`` when there is nothing to write."""
    log = SqlLog(args.data, args.log)
    try:
        entries = (log.entry(entry.id) for entry in reversed(log.entries()))
        pictures, tiles = write_dataset(args.folder, entries)
    except OSError as error:
        raise TilesError("tiles_unwritten", path=args.folder, reason=error.strerror) from error
    finally:
        log.close()
    if not pictures:
        raise TilesError("dataset_empty")
    print(text(args.lang, "dataset.written", pictures=pictures, tiles=tiles, path=args.folder))
    return 0
