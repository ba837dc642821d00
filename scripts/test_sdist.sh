#!/bin/sh
# Run the tests of the source distribution in dist/, from a folder of its own: scripts/test_sdist.sh [tests]
# Without names all tests run, so it takes as long as make test.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
archive=$(ls -t dist/tenback-*.tar.gz 2>/dev/null | head -n 1)
if [ -z "$archive" ]; then
    echo "there is no source distribution in dist/; python -m build makes one" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" # one test reads the sources as another user
tar -xzf "$archive" -C "$work" --strip-components 1
cd "$work"
# Use the packages that are installed here, Python's and Node's, with the sources of the distribution.
ln -s "$root/web/node_modules" web/node_modules
export PYTHONPATH="$work/src"
found=$("$root/.venv/bin/python" -c 'import tenback; print(tenback.__file__)')
case $found in
    "$work"/*) ;;
    *) echo "these are not the sources of the distribution: $found" >&2; exit 1 ;;
esac
"$root/.venv/bin/python" -m pytest -n "${PYTEST_WORKERS:-auto}" -p no:cacheprovider "$@"
