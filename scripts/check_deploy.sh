#!/bin/sh
# Check the files that run a server: scripts/check_deploy.sh
# hadolint comes with the release tools; what else is not installed is named and left out.
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$bin/hadolint" deploy/Containerfile
echo "deploy/Containerfile: no complaints (hadolint)"

export TENBACK_NAME=tenback.example.org TENBACK_DATABASE_PASSWORD=example
if docker compose version >/dev/null 2>&1; then
    docker compose --file deploy/compose.yaml config --quiet
    echo "deploy/compose.yaml: read by docker compose"
elif command -v docker-compose >/dev/null; then
    docker-compose --file deploy/compose.yaml config --quiet
    echo "deploy/compose.yaml: read by docker-compose"
else
    echo "deploy/compose.yaml: docker compose is not installed; not checked" >&2
fi

if command -v caddy >/dev/null; then
    caddy validate --adapter caddyfile --config deploy/Caddyfile 2>"$work/caddy" || { cat "$work/caddy" >&2; exit 1; }
    echo "deploy/Caddyfile: valid (caddy)"
else
    echo "deploy/Caddyfile: caddy is not installed; not checked" >&2
fi

if command -v nginx >/dev/null; then
    nginx -t -q -p "$work" -e stderr -c "$PWD/deploy/nginx.conf"
    echo "deploy/nginx.conf: valid (nginx)"
else
    echo "deploy/nginx.conf: nginx is not installed; not checked" >&2
fi

if command -v systemd-analyze >/dev/null; then
    # The program that a unit starts must be there; here it is the one of this folder.
    for unit in tenback.service tenback@.service; do
        sed "s|/opt/tenback/bin|$PWD/$bin|" "deploy/$unit" >"$work/$unit"
    done
    systemd-analyze verify "$work/tenback.service" "$work/tenback@1.service"
    echo "deploy/tenback.service, deploy/tenback@.service: verified (systemd-analyze)"
else
    echo "deploy/*.service: systemd-analyze is not installed; not checked" >&2
fi
