"""A certificate of the table's own, without which no browser lends its camera to the page."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
from pathlib import Path
from typing import Final

from device._errors import UserError

#: The certificate is made anew when it ends within so many seconds (30 days).
_LEFT_S: Final = 30 * 86_400
#: Browsers take none that holds longer.
_DAYS: Final = "820"
_TIMEOUT_S: Final = 60


def certificate(folder: Path) -> tuple[Path, Path]:
    """Return the files of the certificate and its key in ``folder``, made where there are none.

    ``openssl`` makes them: a library for this would be the program's largest dependency.  Raises
    ``UserError`` when they cannot be made.
    """
    program = shutil.which("openssl")
    if program is None:
        raise UserError("tls_no_openssl")
    there, key = folder / "tls.crt", folder / "tls.key"
    if not (_belong_together(there, key) and _still_holds(program, there)):
        _make(program, there, key)
    return there, key


def _belong_together(there: Path, key: Path) -> bool:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(there, key)
    except (OSError, ValueError):
        return False
    return True


def _still_holds(program: str, there: Path) -> bool:
    check = [program, "x509", "-in", str(there), "-noout", "-checkend", str(_LEFT_S)]
    named = [program, "x509", "-in", str(there), "-noout", "-checkhost", _names()[0]]
    return _run(check).returncode == 0 and "does match" in _run(named).stdout


def _make(program: str, there: Path, key: Path) -> None:
    try:
        there.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    except OSError as error:
        raise UserError("tls_failed", reason=error.strerror or error) from error
    names = ",".join(f"DNS:{name}" for name in _names())
    command = [
        program, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-keyout", str(key), "-out", str(there), "-days", _DAYS, "-subj", "/CN=Jantaku",
        "-addext", f"subjectAltName={names},IP:127.0.0.1", "-addext", "extendedKeyUsage=serverAuth",
    ]  # fmt: skip
    done = _run(command)
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["openssl"]
        raise UserError("tls_failed", reason=said[-1])


def _names() -> tuple[str, ...]:
    name = socket.gethostname()
    return f"{name}.local", name, "localhost"


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UserError("tls_failed", reason=error) from error
