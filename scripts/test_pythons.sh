#!/usr/bin/env bash
# Run tests on the other supported Pythons that are installed: those of the packages that need no
# compiled code, or the ones named on the command line.
set -euo pipefail
cd "$(dirname "$0")/.."
tests=("$@")
if [ ${#tests[@]} -eq 0 ]; then
    tests=(tests/rules tests/records tests/table tests/texts tests/terminal)
fi
# Find an interpreter on the path or among those of pyenv.
find_python() {
    local candidate
    for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
        if "$candidate" -c '' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
}

for version in 3.12 3.13; do
    python=$(find_python "$version")
    if [ -z "$python" ]; then
        echo "Python $version is not installed: SKIPPED"
        continue
    fi
    folder=".venv-$version"
    if [ ! -e "$folder/.dev" ] || [ requirements-dev.lock -nt "$folder/.dev" ]; then
        "$python" -m venv --clear "$folder"
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
            -r requirements-dev.lock
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
            --no-build-isolation -e .
        touch "$folder/.dev"
    fi
    echo "Python $version:"
    "$folder/bin/python" -m pytest -q -n "${PYTEST_WORKERS:-auto}" "${tests[@]}"
done
