#!/usr/bin/env bash
# Installs the program with its own script into a Debian tree, as a user of a fresh machine would,
# runs it there as its service's user, installs it again, updates it and uninstalls it.
# Not real in it: no machine is started, so neither the service nor the screen is.
# Usage: tests/machines/install.sh WORK  (root, about 3 GB in WORK, five minutes)
set -euo pipefail

mkdir -p "$1"
work=$(cd "$1" && pwd)
project=$(cd "$(dirname "$0")/../.." && pwd)
mirror=${MIRROR:-http://deb.debian.org/debian}
tree=$work/bookworm

[ "$(id -u)" = 0 ] || { echo "This needs root, for debootstrap." >&2 && exit 3; }

expect() { chroot "$tree" sh -c "$1" >/dev/null || { echo "Failed: $1" >&2 && exit 1; }; }

script() {
  local script=/root/jantaku/device/install/install.sh
  chroot "$tree" env -u PIP_FIND_LINKS bash "$script" "$@" >"$work/said" 2>&1 ||
    { cat "$work/said" >&2 && exit 1; }
  echo "$*: done"
}

make_tree() {
  [ ! -e "$tree/complete" ] || return 0
  rm -rf "$tree"
  debootstrap --variant=minbase --include=ca-certificates,systemd,python3,git bookworm "$tree" \
    "$mirror" >/dev/null
  echo force-unsafe-io >"$tree/etc/dpkg/dpkg.cfg.d/unsafe-io" # quicker; the tree is thrown away
  cp /etc/resolv.conf "$tree/etc/resolv.conf"
  cp /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/ca-certificates.crt"
  touch "$tree/complete"
}

make_tree
rm -rf "$tree/root/jantaku" "$tree/root/origin.git"
git clone --quiet --bare --depth 1 "file://$project" "$tree/root/origin.git"
chroot "$tree" git clone --quiet file:///root/origin.git /root/jantaku
mount --bind /proc "$tree/proc"
trap 'umount "$tree/proc"' EXIT
hand="jantaku score 123m456p789s11122z --win 2z --ron --seat S --discarder W --lang ja"
for action in install install; do
  script "$action" --kiosk cage -- --lang ja
  expect "runuser -u jantaku -- env HOME=/tmp /opt/jantaku/current/bin/$hand | grep -q 1600点"
  expect 'id -nG jantaku | grep -q video'
  expect 'test -L /etc/systemd/system/multi-user.target.wants/jantaku.service'
  expect 'grep -q "^host-name=jantaku$" /etc/avahi/avahi-daemon.conf'
  expect 'find /opt/jantaku/releases -mindepth 1 -maxdepth 1 | wc -l | grep -qx 1'
done
script update
expect 'grep -q -- "--lang ja" /etc/default/jantaku'
script uninstall
expect '! test -e /opt/jantaku && test -e /etc/default/jantaku && id jantaku'
script uninstall --purge
expect '! test -e /etc/default/jantaku && ! id jantaku 2>&1'
