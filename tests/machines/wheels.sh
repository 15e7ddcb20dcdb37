#!/usr/bin/env bash
# Asks the package index whether a Raspberry Pi gets every dependency as a wheel, for the Python of
# both releases of its system.  Leaves the program's own wheel in WORK/dist.
# Usage: tests/machines/wheels.sh PYTHON WORK
set -euo pipefail

python=$1 work=$2
project=$(cd "$(dirname "$0")/../.." && pwd)
rm -rf "$work/dist" "$project/build" # what an earlier build left would be packed again
"$python" -m pip wheel --quiet --no-deps --wheel-dir "$work/dist" "$project"
for version in 3.11 3.13; do
  "$python" -m pip install --quiet --dry-run --ignore-installed --target "$work/none" \
    --python-version "$version" --only-binary=:all: --platform manylinux_2_28_aarch64 \
    --platform manylinux_2_27_aarch64 --platform manylinux2014_aarch64 \
    "$(echo "$work"/dist/jantaku-*.whl)[voice,panel,postgres]"
  echo "Wheels for Python $version on arm64: all there."
done
