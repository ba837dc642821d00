#!/bin/sh
# Build and check a release, all but the upload: scripts/release.sh
# The browser client is built first; it is part of the wheel.
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin

version=$("$bin/python" -c 'import tenback; print(tenback.__version__)')
if [ -n "$(git status --porcelain)" ]; then
    echo "release: there are changes that are not committed" >&2
    exit 1
fi
if ! grep -q "^## \[$version\]" CHANGELOG.md; then
    echo "release: CHANGELOG.md has no section for $version" >&2
    exit 1
fi

make client
rm -rf dist
"$bin/python" -m build
"$bin/python" -m twine check --strict dist/*
# What is built from the source distribution is what is built here.
"$bin/python" scripts/test_wheel.py "$@"
echo "tenback $version is in dist/. To publish it: $bin/python -m twine upload dist/*"
