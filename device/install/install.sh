#!/usr/bin/env bash
# Makes a Raspberry Pi (or any Debian machine) a scorekeeper that starts when it is switched on.
# Run it from a clone; every action may be repeated, and what is in place already stays.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: sudo device/install/install.sh [install|update|uninstall] [OPTIONS] [-- SERVE OPTIONS]

  install     the program, its service and its page on the screen of this machine (the default)
  update      newest program of this clone (git pull), then the same as install
  uninstall   everything but the scored hands and the settings

  --kiosk MODE   the page on the screen: auto (default), cage (no desktop), labwc (the desktop of
                 Raspberry Pi OS) or none
  --name NAME    the table's name on the network (default: jantaku, for http://jantaku.local)
  --purge        with uninstall: the scored hands, the settings and the user as well
  --root DIR     put the files into the tree DIR and touch nothing else: no packages, no program

SERVE OPTIONS are those of `jantaku serve`, such as: -- --lang ja --panel ssd1306
All choices are kept in /etc/default/jantaku; what is not said again stays as it was.
TEXT
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(cd "$here/../.." && pwd)
action=install kiosk='' name='' serve='' purge=no root=''
begin='# jantaku: the page of the table' end='# jantaku: end'
packages=(python3-venv curl openssl espeak-ng alsa-utils fonts-noto-cjk avahi-daemon libnss-mdns)
# What only Raspberry Pi OS has; left out where apt does not know it.
if_known=(python3-picamera2 python3-rpi-lgpio python3-spidev)

fail() {
  echo "$1" >&2
  exit 2
}

needs_value() {
  if [ $# -lt 2 ] || [ -z "$2" ]; then fail "$1 needs a value; see --help."; fi
}

parse() {
  case ${1:-} in install | update | uninstall) action=$1 && shift ;; esac
  while [ $# -gt 0 ]; do
    case $1 in --kiosk | --name | --root) needs_value "$@" ;; esac
    case $1 in
      --kiosk) kiosk=$2 && shift ;;
      --name) name=$2 && shift ;;
      --root) root=${2%/} && shift ;;
      --purge) purge=yes ;;
      --help | -h) usage && exit 0 ;;
      --) shift && serve=$* && break ;;
      *) fail "Unknown: $1. See --help." ;;
    esac
    shift
  done
}

# What was chosen before stands unless something else is said.
recall() {
  settings=$root/etc/default/jantaku
  : "${kiosk:=$(kept JANTAKU_KIOSK)}" "${name:=$(kept JANTAKU_NAME)}" "${serve:=$(kept JANTAKU_ARGS)}"
  : "${kiosk:=auto}" "${name:=jantaku}"
  case $kiosk in auto | cage | labwc | none) ;; *) fail "--kiosk takes auto, cage, labwc or none." ;; esac
  [[ $name =~ ^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$ ]] ||
    fail "--name takes small letters, digits and hyphens, such as jantaku."
}

kept() {
  if [ -e "$settings" ]; then sed -n "s/^$1=//p" "$settings"; fi
}

check() {
  if [ -n "$root" ]; then
    [ -d "$root" ] || fail "$root is no folder."
    return
  fi
  [ "$(id -u)" = 0 ] || fail "This changes the system: run it with sudo."
  local program
  for program in systemctl apt-get; do
    command -v "$program" >/dev/null ||
      fail "This needs systemd and apt, as Raspberry Pi OS and Debian have them."
  done
}

live() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

put() { install -D -m "$1" "$here/$2" "$root$3"; }

known() { apt-cache show "$1" >/dev/null 2>&1; }

install_packages() {
  local package wanted=("${packages[@]}")
  apt-get update -qq
  if [ "$kiosk" = cage ]; then wanted+=(cage); fi
  if [ "$kiosk" != none ]; then
    if known chromium; then wanted+=(chromium); else wanted+=(chromium-browser); fi
  fi
  for package in "${if_known[@]}"; do
    if known "$package"; then wanted+=("$package"); fi
  done
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}"
}

copy_source() {
  tar -C "$source" --exclude=__pycache__ --exclude=checkpoints -cf - \
    scorer detector device models setup.cfg pyproject.toml README.md LICENSE | tar -C "$1" -xf -
}

# The same files and the same Python give the same name.
name_of_release() {
  {
    python3 --version
    cd "$1"
    find . -type f -print0 | sort -z | xargs -0 sha256sum
  } | sha256sum | cut -c 1-12
}

# The new program is built beside the running one, which is left alone until the new one is whole.
install_program() {
  local copy release target
  mkdir -p /opt/jantaku/releases
  rm -rf /opt/jantaku/build
  copy=/opt/jantaku/build
  mkdir "$copy"
  copy_source "$copy"
  release=$(name_of_release "$copy")
  target=/opt/jantaku/releases/$release
  if [ ! -e "$target/complete" ]; then
    echo "Installing the program; this takes a few minutes."
    rm -rf "$target"
    python3 -m venv --system-site-packages "$target"
    "$target/bin/python" -m pip install --quiet --no-cache-dir "${copy}[voice,panel,postgres]"
    "$target/bin/jantaku" score 123m456p789s11122z --win 2z --tsumo >/dev/null
    touch "$target/complete"
  fi
  rm -rf "$copy"
  ln -sfn "releases/$release" /opt/jantaku/next
  mv -T /opt/jantaku/next /opt/jantaku/current
  find /opt/jantaku/releases -mindepth 1 -maxdepth 1 -not -name "$release" -exec rm -rf {} +
}

choose_kiosk() {
  [ "$kiosk" = auto ] || return 0
  if [ -e "$root/etc/xdg/labwc/autostart" ]; then kiosk=labwc; else kiosk=cage; fi
}

# Takes the lines between our two marks out of the file.
unmark() {
  if [ -e "$1" ]; then sed -i "/^$begin\$/,/^$end\$/d" "$1"; fi
}

install_kiosk() {
  local autostart=$root/etc/xdg/labwc/autostart
  put 755 kiosk /opt/jantaku/kiosk
  unmark "$autostart"
  if [ "$kiosk" = labwc ]; then
    install -d "${autostart%/*}"
    printf '%s\n' "$begin" '/opt/jantaku/kiosk &' "$end" >>"$autostart"
  fi
  if [ "$kiosk" != cage ]; then
    remove_cage
    return
  fi
  put 644 jantaku-kiosk.service /etc/systemd/system/jantaku-kiosk.service
  put 644 jantaku-kiosk.pam /etc/pam.d/jantaku-kiosk
  systemctl ${root:+--root="$root"} enable --quiet jantaku-kiosk.service
}

remove_cage() {
  local unit=$root/etc/systemd/system/jantaku-kiosk.service
  [ -e "$unit" ] || return 0
  systemctl ${root:+--root="$root"} disable --quiet jantaku-kiosk.service
  rm -f "$unit" "$root/etc/pam.d/jantaku-kiosk"
}

# avahi has no folder for additions: a name that was set is kept beside ours and comes back.
install_name() {
  put 644 jantaku-avahi.service /etc/avahi/services/jantaku.service
  restore_name
  if [ -e "$root/etc/avahi/avahi-daemon.conf" ]; then
    sed -i -E -e 's/^host-name=/#jantaku#&/' \
      -e "s/^\[server\]\$/&\n#jantaku: the next line\nhost-name=$name/" \
      "$root/etc/avahi/avahi-daemon.conf"
  fi
}

restore_name() {
  if [ -e "$root/etc/avahi/avahi-daemon.conf" ]; then
    sed -i -e '/^#jantaku: the next line$/,+1d' -e 's/^#jantaku#//' \
      "$root/etc/avahi/avahi-daemon.conf"
  fi
}

keep_settings() {
  install -d "${settings%/*}"
  if [ ! -e "$settings" ]; then
    install -m 640 /dev/null "$settings"
    {
      echo '# JANTAKU_LOG=postgresql+psycopg://USER:PASSWORD@HOST/DATABASE keeps the log there'
      echo '# JANTAKU_ARGS are options of jantaku serve, such as --lang ja --panel ssd1306'
      echo '# After a change: sudo systemctl restart jantaku'
    } >"$settings"
  fi
  sed -i -E '/^JANTAKU_(KIOSK|NAME|ARGS)=/d' "$settings"
  printf '%s\n' "JANTAKU_KIOSK=$kiosk" "JANTAKU_NAME=$name" "JANTAKU_ARGS=$serve" >>"$settings"
}

install_service() {
  put 644 jantaku.sysusers.conf /etc/sysusers.d/jantaku.conf
  put 644 jantaku.service /etc/systemd/system/jantaku.service
  systemd-sysusers ${root:+--root="$root"} jantaku.conf
  systemctl ${root:+--root="$root"} enable --quiet jantaku.service
}

start() {
  live || return 0
  systemctl daemon-reload
  systemctl restart avahi-daemon.service jantaku.service
  case $kiosk in
    cage) systemctl restart jantaku-kiosk.service ;;
    labwc) echo "The screen shows the page after the next start: sudo reboot" ;;
  esac
  echo "The table is on http://$name.local; its own screen shows the PIN that phones need."
}

do_install() {
  keep_settings
  choose_kiosk
  if [ -z "$root" ]; then
    install_packages
    install_program
  fi
  install_service
  install_kiosk
  install_name
  start
}

do_update() {
  if [ -z "$root" ] && [ -d "$source/.git" ]; then
    runuser -u "$(stat -c %U "$source")" -- git -C "$source" pull --quiet --ff-only
    keep_settings
    exec "$here/install.sh" install
  fi
  do_install
}

do_uninstall() {
  if live; then systemctl stop jantaku-kiosk.service jantaku.service 2>/dev/null || true; fi
  local unit=$root/etc/systemd/system/jantaku.service
  if [ -e "$unit" ]; then systemctl ${root:+--root="$root"} disable --quiet jantaku.service; fi
  remove_cage
  unmark "$root/etc/xdg/labwc/autostart"
  restore_name
  rm -f "$unit" "$root/etc/sysusers.d/jantaku.conf" "$root/etc/avahi/services/jantaku.service"
  rm -rf "$root/opt/jantaku"
  if live; then
    systemctl daemon-reload
    systemctl try-restart avahi-daemon.service
  fi
  if [ "$purge" = yes ]; then
    purge_data
  else
    echo "The scored hands stay in $root/var/lib/jantaku; uninstall --purge deletes them."
  fi
}

purge_data() {
  rm -rf "$root/var/lib/jantaku" "$settings"
  if [ -z "$root" ] && id jantaku >/dev/null 2>&1; then userdel --force jantaku; fi
}

parse "$@"
check
recall
"do_$action"
