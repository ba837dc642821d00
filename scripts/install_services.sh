#!/bin/sh
# Install the services that some tests start for themselves. Does nothing where they are there.
set -eu

has_postgres() {
    command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1
}

has_postgres && exit 0
if ! command -v apt-get >/dev/null; then
    echo "install_services: install a Postgres server, the tests that need one are skipped" >&2
    exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "install_services: run as root (apt-get install postgresql), or the tests that need" \
        "Postgres are skipped" >&2
    exit 0
fi
apt-get update -q
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends postgresql
