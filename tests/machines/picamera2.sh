#!/usr/bin/env bash
# Reads frames through the program's picamera2 port, real picamera2 and real libcamera, whose
# virtual camera shows pictures of a table: no camera, no Raspberry Pi.
# Not real in it: the sensor and its sizes, formats and range of brightness; memory.c in place of /dev/dma_heap; pykms.py in place of kms++; a
# subclass that gives the raw modes which the virtual camera lacks, and libcamera's allocator.
# Usage: tests/machines/picamera2.sh PYTHON WORK  (root, about 1.5 GB in WORK, two minutes)
set -euo pipefail

python=$1
mkdir -p "$2"
work=$(cd "$2" && pwd)
project=$(cd "$(dirname "$0")/../.." && pwd)
parts=$project/tests/machines/virtual_camera
mirror=${MIRROR:-http://deb.debian.org/debian}
tree=$work/trixie
table=$tree/opt/table

cannot() {
  echo "picamera2 cannot be tried here: $1" >&2
  exit 3
}

in_tree() { chroot "$tree" env -u PIP_FIND_LINKS DEBIAN_FRONTEND=noninteractive "$@"; }

make_tree() {
  [ ! -e "$tree/complete" ] || return 0
  rm -rf "$tree"
  debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv,python3-numpy \
    trixie "$tree" "$mirror" >/dev/null || cannot "the Debian mirror does not answer."
  printf 'deb %s trixie main\ndeb %s trixie-backports main\n' "$mirror" "$mirror" \
    >"$tree/etc/apt/sources.list"
  cp /etc/resolv.conf "$tree/etc/resolv.conf"
  cp /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/ca-certificates.crt"
  echo force-unsafe-io >"$tree/etc/dpkg/dpkg.cfg.d/unsafe-io"
  in_tree apt-get update -qq
  in_tree apt-get install -y -qq --no-install-recommends -t trixie-backports python3-libcamera \
    libcamera-ipa >/dev/null
  in_tree apt-get install -y -qq --no-install-recommends gcc libc6-dev python3-dev libcap-dev >/dev/null
  in_tree python3 -m venv --system-site-packages /opt/table/venv
  in_tree /opt/table/venv/bin/pip install --quiet 'picamera2==0.3.38' 'opencv-python-headless<5'
  touch "$tree/complete"
}

put_in_the_program() {
  rm -rf "$table/program" "$table/frames"
  mkdir -p "$table/program" "$table/frames" "$tree/usr/share/libcamera/pipeline/virtual"
  cp -r "$project/device" "$parts"/*.py "$table/program/"
  cp "$parts/virtual.yaml" "$tree/usr/share/libcamera/pipeline/virtual/"
  cp "$parts/memory.c" "$table/"
  in_tree gcc -shared -fPIC -O2 -o /opt/table/memory.so /opt/table/memory.c -ldl
}

[ "$(id -u)" = 0 ] || cannot "debootstrap needs root."
command -v debootstrap >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -qq debootstrap \
  >/dev/null || cannot "debootstrap is not to be had."
make_tree
put_in_the_program
cd "$project"
"$python" tests/machines/check.py still "$table/frames/0.jpg"
if ! mountpoint -q "$tree/proc"; then
  mount --bind /proc "$tree/proc" || cannot "/proc cannot be mounted."
  trap 'umount "$tree/proc"' EXIT
fi
in_tree env PYTHONPATH=/opt/table/program LD_PRELOAD=/opt/table/memory.so LIBCAMERA_LOG_LEVELS=*:ERROR \
  /opt/table/venv/bin/python /opt/table/program/capture.py /opt/table
"$python" tests/machines/check.py camera "$table/frames/0.jpg" "$table"
