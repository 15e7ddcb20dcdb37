"""A PostgreSQL server of Debian's packages, started for the tests where it is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

_PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
STORES = ("sqlite", *(["postgresql"] if _PROGRAMS else []))


class Server:
    """A server in ``folder`` that listens on a socket there and nowhere else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        self._numbers = count()

    def make(self) -> None:
        """Make the files of the server."""
        self._folder.mkdir(mode=0o700)
        shutil.chown(self._folder, self._user)
        self._run("initdb", "--auth=trust", "--no-sync", "-D", self._folder / "data")

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = f"-k {self._folder} -c listen_addresses= -c fsync=off"
        self._run("pg_ctl", "-D", self._folder / "data", "-w", "-o", options,
                  "-l", self._folder / "messages", "start")  # fmt: skip

    def stop(self) -> None:
        """Stop it at once, as a power cut would."""
        self._run("pg_ctl", "-D", self._folder / "data", "-m", "immediate", "-w", "stop")

    def freeze(self, *, thaw: bool = False) -> None:
        """Have the server and all that it started stand still, or go on with ``thaw``."""
        first = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for process in (first, *map(int, others)):
            os.kill(process, signal.SIGCONT if thaw else signal.SIGSTOP)

    def new_database(self) -> str:
        """Return the address of a database of its own."""
        name = f"table{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, name: str) -> str:
        """Return the address of the database ``name``."""
        return f"postgresql+psycopg://{self._user}:secret@/{name}?host={self._folder}"

    def sql(self, command: str) -> None:
        """Run one command as the server's owner."""
        self._run("psql", "-q", "-h", self._folder, "-d", "postgres", "-c", command)

    def _run(self, program: str, *arguments: str | Path) -> None:
        own = ["runuser", "-u", self._user, "--"] if os.getuid() == 0 else []
        path = _PROGRAMS[-1].with_name(program)
        subprocess.run(
            [*own, str(path), *map(str, arguments)],
            check=True, stdout=subprocess.DEVNULL, cwd="/", timeout=60,
        )  # fmt: skip


@contextmanager
def running() -> Iterator[Server]:
    """Yield a server that runs, in a folder of its own: the path of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="jantaku-") as folder:
        Path(folder).chmod(0o755)
        server = Server(Path(folder) / "pg")
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
