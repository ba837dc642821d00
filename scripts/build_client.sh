#!/bin/sh
# Build the browser client into the package, or with "site" as the second argument into build/play,
# for a web host without a server of ours. Uses the system's Node if it is new enough, else Node
# from a wheel in the virtual environment given as the first argument.
set -eu
venv=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

is_new_enough() { # Vite 8 needs Node 20.19 or 22.12
    command -v npm >/dev/null && node -e '
        const [major, minor] = process.versions.node.split(".").map(Number);
        process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1)'
}

if ! is_new_enough 2>/dev/null; then
    PATH=$venv/bin:$PATH
    if ! is_new_enough 2>/dev/null; then
        echo "no Node here that is new enough: installing it into $venv"
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
            -r requirements-node.lock
    fi
fi
cd web
# Not "npm ci", which refuses a lock without the parts that are only for other systems.
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
    npm install --no-save --no-audit --no-fund --loglevel=error
fi
npm run --silent "${2:-build}"
