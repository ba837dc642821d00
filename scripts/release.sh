#!/bin/sh
# Build and check a release, all but the upload: URL=https://example.org/owner/tenback scripts/release.sh
# URL is where the repository can be read: links and pictures of the registry's page lead there. Without it
# they stay relative, which is enough to try things out, and the script says so at its end.
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
if [ -n "${URL:-}" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    git archive HEAD | tar -x -C "$work"
    cp -r src/tenback/server/static "$work/src/tenback/server/"
    "$bin/python" scripts/registry_page.py "$work" "$URL"
    "$bin/python" -m build --outdir dist "$work"
else
    "$bin/python" -m build
fi
"$bin/python" -m twine check --strict dist/*
# The wheel was built from the source distribution, so this tries both.
"$bin/python" scripts/test_wheel.py "$@"
if [ -z "${URL:-}" ]; then
    echo "release: without URL the links of the registry's page lead nowhere; do not publish this" >&2
    exit 0
fi
echo "tenback $version is in dist/. To publish it: $bin/python -m twine upload dist/*"
