#!/bin/sh
# Install what some tests start for themselves: a Postgres server and the browser Chromium. Does
# nothing if they are installed already.
set -eu

has_postgres() {
    command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1
}

missing=""
has_postgres || missing="postgresql"
[ -x /usr/bin/chromium ] || missing="$missing chromium"
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "install_services: missing here: $missing; the tests that need them are skipped" >&2
    exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "install_services: run as root (apt-get install $missing), or the tests that need them" \
        "are skipped" >&2
    exit 0
fi
apt-get update -q
# shellcheck disable=SC2086 # one word per package
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
