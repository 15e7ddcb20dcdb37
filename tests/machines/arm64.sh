#!/usr/bin/env bash
# Runs the program as a Raspberry Pi would: Debian's arm64 Python, the arm64 wheels, both networks,
# under qemu's emulation of a Cortex-A76.  It shows that the wheels resolve and give the same
# reading as here, not how fast a Pi is.
# Usage: tests/machines/arm64.sh PYTHON WORK  (root, about 1.5 GB in WORK, a few minutes)
set -euo pipefail

python=$1
mkdir -p "$2"
work=$(cd "$2" && pwd)
project=$(cd "$(dirname "$0")/../.." && pwd)
mirror=${MIRROR:-http://deb.debian.org/debian}
tree=$work/bookworm-arm64

cannot() {
  echo "arm64 cannot be tried here: $1" >&2
  exit 1
}

need() {
  command -v "$1" >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" >/dev/null
}

# qemu 7 of bookworm crashes when onnxruntime is imported; 10 comes from its backports.
find_qemu() {
  qemu=$(command -v qemu-aarch64 || true)
  if [ -n "$qemu" ] && [ "$("$qemu" --version | sed -n 's/.*version \([0-9]*\).*/\1/p')" -ge 9 ]; then return; fi
  qemu=$work/qemu/usr/bin/qemu-aarch64
  [ -x "$qemu" ] || fetch_qemu
}

# Into a folder of its own, with lists of its own: the packages of this machine stay as they are.
fetch_qemu() {
  local apt=$work/apt
  mkdir -p "$apt/lists/partial" "$apt/debs" "$work/qemu"
  echo "deb $mirror bookworm-backports main" >"$apt/sources.list"
  local options=(-o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$apt/lists" -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update -qq
  (cd "$apt/debs" && apt-get "${options[@]}" download -qq qemu-user)
  dpkg -x "$apt"/debs/qemu-user_*.deb "$work/qemu"
}

make_tree() {
  [ ! -e "$tree/complete" ] || return 0
  rm -rf "$tree"
  debootstrap --arch=arm64 --foreign --variant=minbase --include=python3,libgomp1 bookworm \
    "$tree" "$mirror" >/dev/null
  local deb
  for deb in "$tree"/var/cache/apt/archives/*.deb; do dpkg -x "$deb" "$tree"; done
  touch "$tree/complete"
}

install_wheels() {
  rm -rf "$work/site"
  "$python" -m pip install --quiet --no-warn-conflicts --target "$work/site" \
    --python-version 3.11 --only-binary=:all: --platform manylinux_2_28_aarch64 \
    --platform manylinux_2_27_aarch64 --platform manylinux2014_aarch64 "$work"/dist/jantaku-*.whl
}

# The voice, the panels and picamera2 are not needed to read a picture.
read_on_arm64() {
  env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE PYTHONPATH="$work/site" \
    "$qemu" -cpu cortex-a76 -L "$tree" "$tree/usr/bin/python3.11" -m device.cli read --json "$1"
}

[ "$(id -u)" = 0 ] || cannot "debootstrap needs root."
need debootstrap || cannot "debootstrap is not to be had."
"$project/tests/machines/wheels.sh" "$python" "$work"
find_qemu
make_tree
install_wheels
cd "$project"
"$python" tests/machines/check.py still "$work/still.png"
"$python" -m device.cli read --json "$work/still.png" >"$work/here.json"
cd "$work"
read_on_arm64 "$work/still.png" >"$work/arm64.json"
cd "$project"
"$python" tests/machines/check.py same "$work/arm64.json" "$work/here.json"
