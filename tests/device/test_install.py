"""The script that makes an appliance: what it writes into a tree, and that it may be repeated."""

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

FOLDER = ROOT / "device" / "install"
SCRIPT = FOLDER / "install.sh"
UNIT = Path("etc/systemd/system/jantaku.service")
KIOSK = Path("etc/systemd/system/jantaku-kiosk.service")
WANTS = Path("etc/systemd/system/multi-user.target.wants")
AVAHI = "[server]\n#host-name=foo\nuse-ipv4=yes\nhost-name=kitchen\n\n[wide-area]\n"
AUTOSTART = "/usr/bin/lwrespawn /usr/bin/pcmanfm-pi &\n"


@pytest.fixture
def root(tmp_path):
    """The tree of a machine with avahi, as far as the script looks at it."""
    (tmp_path / "etc" / "avahi").mkdir(parents=True)
    (tmp_path / "etc" / "avahi" / "avahi-daemon.conf").write_text(AVAHI)
    return tmp_path


@pytest.fixture
def desktop(root):
    """The same with the desktop of Raspberry Pi OS."""
    (root / "etc" / "xdg" / "labwc").mkdir(parents=True)
    (root / "etc" / "xdg" / "labwc" / "autostart").write_text(AUTOSTART)
    return root


def run(*arguments, status=0):
    done = subprocess.run(
        ["bash", SCRIPT, *map(str, arguments)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def contents(root):
    """Every file of the tree with what it says, links with where they go, and the modes."""
    found = {}
    for path in root.rglob("*"):
        if path.is_symlink():
            found[path] = str(path.readlink())
        elif path.is_file():
            found[path] = (path.stat().st_mode, path.read_bytes())
    return found


def settings(root):
    lines = (root / "etc" / "default" / "jantaku").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if not line.startswith("#"))


def test_the_service_its_user_its_screen_and_its_name_are_installed(root):
    run("install", "--root", root, "--", "--lang", "ja", "--panel", "ssd1306")
    assert (root / UNIT).read_text() == (FOLDER / "jantaku.service").read_text()
    assert (root / WANTS / "jantaku.service").is_symlink()
    assert (root / WANTS / "jantaku-kiosk.service").is_symlink()
    assert (root / "opt" / "jantaku" / "kiosk").stat().st_mode & 0o111
    assert settings(root) == {
        "JANTAKU_KIOSK": "auto", "JANTAKU_NAME": "jantaku",
        "JANTAKU_ARGS": "--lang ja --panel ssd1306",
    }  # fmt: skip
    assert (root / "etc" / "default" / "jantaku").stat().st_mode & 0o777 == 0o640
    groups = dict(line.split(":", 1) for line in (root / "etc/group").read_text().splitlines())
    for name in ("video", "render", "audio", "gpio", "spi", "i2c"):
        assert groups[name].endswith(":jantaku")
    user = (root / "etc" / "passwd").read_text()
    assert user.rstrip().endswith(":Jantaku:/var/lib/jantaku:/usr/sbin/nologin")


def test_the_machine_is_called_jantaku_on_the_network_until_it_is_uninstalled(root):
    config = root / "etc" / "avahi" / "avahi-daemon.conf"
    run("install", "--root", root)
    names = [line for line in config.read_text().splitlines() if line.startswith("host-name")]
    assert names == ["host-name=jantaku"]
    run("update", "--root", root, "--name", "table-2")
    assert "host-name=table-2\n" in config.read_text()
    run("uninstall", "--root", root)
    assert config.read_text() == AVAHI


def test_a_desktop_shows_the_page_by_its_own_autostart(desktop):
    autostart = desktop / "etc" / "xdg" / "labwc" / "autostart"
    run("install", "--root", desktop)
    before, _, command, _ = autostart.read_text().splitlines()
    assert (before + "\n", command) == (AUTOSTART, "/opt/jantaku/kiosk &")
    assert not (desktop / KIOSK).exists()
    run("install", "--root", desktop, "--kiosk", "cage")
    assert autostart.read_text() == AUTOSTART
    assert (desktop / WANTS / "jantaku-kiosk.service").is_symlink()
    run("install", "--root", desktop, "--kiosk", "none")
    assert not (desktop / KIOSK).exists()
    assert not (desktop / WANTS / "jantaku-kiosk.service").is_symlink()


def test_it_may_be_repeated_and_keeps_what_was_chosen(desktop):
    run("install", "--root", desktop, "--name", "east", "--kiosk", "labwc", "--", "--lang", "zh")
    first = contents(desktop)
    run("install", "--root", desktop)
    run("update", "--root", desktop)
    assert contents(desktop) == first


def test_uninstalling_keeps_the_scored_hands_unless_they_are_purged(root):
    run("install", "--root", root)
    data = root / "var" / "lib" / "jantaku" / "jantaku.db"
    data.parent.mkdir(parents=True)
    data.write_text("hands")
    said = run("uninstall", "--root", root)
    assert str(data.parent) in said
    assert data.read_text() == "hands"
    left = [path for path in root.rglob("*jantaku*") if data.parent not in (path, path.parent)]
    assert left == [root / "etc" / "default" / "jantaku"]
    run("uninstall", "--root", root)
    run("uninstall", "--root", root, "--purge")
    assert not list(root.rglob("*jantaku*"))


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--root"], "--root needs a value"),
        (["--root", "/missing"], "/missing is no folder"),
        (["--kiosk", "wayfire"], "auto, cage, labwc or none"),
        (["--name", "my table"], "small letters"),
        (["--name", "a;reboot"], "small letters"),
        (["repair"], "Unknown: repair"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(root, arguments, word):
    before = contents(root)
    assert word in run(*["--root", root][: 2 * ("--root" not in arguments)], *arguments, status=2)
    assert contents(root) == before


def test_the_units_are_sound(root):
    """The programs they start are put where an installed machine has them."""
    run("install", "--root", root)
    for program in ("opt/jantaku/current/bin/jantaku", "usr/bin/cage"):
        (root / program).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy("/bin/true", root / program)
    units = Path("lib/systemd/system")
    shutil.copytree("/" / units, root / units, symlinks=True)
    for unit in (UNIT, KIOSK):
        done = subprocess.run(
            ["systemd-analyze", "verify", "--root", root, unit.name], capture_output=True, text=True
        )
        ours = [line for line in done.stderr.splitlines() if "jantaku" in line]
        assert (done.returncode, ours) == (0, []), done.stderr


def test_the_service_can_use_cameras_and_little_else():
    """What would hide /dev/video0, /dev/dma_heap, sound or the panels is not asked for."""
    unit = (FOLDER / "jantaku.service").read_text().splitlines()
    asked = {line.split("=")[0] for line in unit if "=" in line and not line.startswith("#")}
    assert not asked & {"PrivateDevices", "ProtectClock", "DeviceAllow", "DevicePolicy"}
    assert "ProcSubset" not in asked  # onnxruntime reads /proc/cpuinfo
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=30",
         FOLDER / "jantaku.service"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_the_scripts_are_clean():
    machines = sorted((ROOT / "tests" / "machines").glob("*.sh"))
    scripts = [SCRIPT, FOLDER / "kiosk", *machines, *sorted((ROOT / ".ci").iterdir())]
    done = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
