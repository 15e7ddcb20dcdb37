"""What several tests of the device need."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from recorded import write_stills
from stores import STORES, running

from device.cli import main
from device.log._sql import SqlLog

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"


@pytest.fixture
def hand_photos():
    """The files of the real photos of hands."""
    paths = sorted((SHARED / "photos" / "hands" / "images").iterdir())
    assert paths
    return paths


@pytest.fixture(scope="session")
def stills(tmp_path_factory):
    """One picture of each hand of the bundled recording, lying at rest."""
    return write_stills(tmp_path_factory.mktemp("stills"))


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server, where Debian's is installed."""
    with running() as server:
        yield server


@pytest.fixture(params=STORES)
def any_log(request, tmp_path):
    """An empty log in each kind of database."""
    url = None
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres").new_database()
    log = SqlLog(tmp_path / "data", url)
    yield log
    log.close()


@dataclass
class Result:
    """What a command answered, named as ``subprocess`` names it."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def jantaku(capsys, monkeypatch):
    """Run the command in this process, in English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:  # what --help and wrong options do
            status = end.code
        return Result(status, *capsys.readouterr())

    return run
