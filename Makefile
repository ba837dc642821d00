# Two commands do everything on a machine with only Python 3.11+:
#   make play    play in the browser         (ARGS=--no-browser where there is none)
#   make test    lint, types, import contracts, tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST_WORKERS ?= auto
CLIENT := src/tenback/server/static/index.html
CLIENT_SOURCES := $(shell find web src/tenback/draw src/tenback/texts src/tenback/kernels/built -type f -not -path '*/node_modules/*' -not -name '*.pyc')

.PHONY: play test lint web-lint types contracts client site client-tests check-tests test-long soak kill-test chaos fuzz attack load \
	bench strength golden native wasm hooks test-pythons docs docs-serve release test-wheel test-sdist check-deploy lock clean

play: $(VENV)/.play $(CLIENT)
	@$(BIN)/tenback web $(ARGS)

# What needs one core only goes two at a time; the tests then have both.
test: $(VENV)/.dev $(CLIENT)
	@$(MAKE) --no-print-directory -j2 lint types contracts client-tests
	@$(MAKE) --no-print-directory check-tests

lint: $(VENV)/.dev web-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

web-lint: $(CLIENT)
	cd web && PATH="$(PATH):$(abspath $(BIN))" npm run --silent lint

types: $(VENV)/.dev
	$(BIN)/basedpyright

contracts: $(VENV)/.dev
	$(BIN)/lint-imports

client-tests: $(CLIENT)
	cd web && PATH="$(PATH):$(abspath $(BIN))" npm run --silent check && \
		PATH="$(PATH):$(abspath $(BIN))" npm test --silent

check-tests: $(VENV)/.dev $(CLIENT)
	scripts/install_services.sh
	$(BIN)/pytest -n $(PYTEST_WORKERS) --dist worksteal

# The tests without compiled code, on every other Python that is installed.
test-pythons:
	scripts/test_pythons.sh $(ARGS)

# Lint, format and types before every commit.
hooks: $(VENV)/.dev
	$(BIN)/pre-commit install

# Long runs, not part of the test run.
test-long: $(VENV)/.dev $(VENV)/.ahead $(CLIENT)
	scripts/install_services.sh
	$(BIN)/pytest -n 0 --long -m long tests
	$(BIN)/pytest -n 0 tests/web/whole_games.py

soak: $(VENV)/.dev
	$(BIN)/python benchmarks/soak_random_games.py --games $(or $(GAMES),10000) --workers 2
	$(BIN)/python benchmarks/kernel_differential.py --turns 1000000
	$(BIN)/python benchmarks/env_differential.py

kill-test: $(VENV)/.dev
	$(BIN)/python benchmarks/kill_test.py --kills 500 --tables 40

# About an hour, in parts; a run that was broken off goes on after its last part.
chaos: $(VENV)/.dev
	scripts/install_services.sh
	mkdir -p build
	$(BIN)/python benchmarks/chaos.py --keep build/chaos.jsonl $(ARGS)

fuzz: $(VENV)/.dev
	$(BIN)/python benchmarks/fuzz_server.py --messages 1000000

attack: $(VENV)/.dev
	$(BIN)/python benchmarks/attack_server.py $(ARGS)

load: $(VENV)/.dev
	$(BIN)/python benchmarks/load_tables.py
	$(BIN)/python benchmarks/load_tables.py --fastest --seconds 20

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/rules_speed.py
	$(BIN)/python benchmarks/kernel_speed.py
	$(BIN)/python benchmarks/lab_speed.py
	$(BIN)/python benchmarks/store_speed.py
	$(BIN)/python benchmarks/env_speed.py

strength: $(VENV)/.dev
	$(BIN)/python benchmarks/strength.py --workers 2

# The site, in build/site; nothing is loaded from elsewhere, and every link leads somewhere.
docs: $(VENV)/.dev site
	PYTHONPATH=. $(BIN)/python scripts/site.py
	$(BIN)/zensical build --clean
	PYTHONPATH=. $(BIN)/python scripts/site.py --play
	PYTHONPATH=. $(BIN)/python scripts/site.py --check

docs-serve: $(VENV)/.dev
	PYTHONPATH=. $(BIN)/python scripts/site.py
	$(BIN)/zensical serve

# Build and check a release, all but the upload.
release: $(VENV)/.dev $(VENV)/.release
	scripts/release.sh

# The container file, the compose file, the proxy's configuration and the systemd unit.
check-deploy: $(VENV)/.dev $(VENV)/.release
	scripts/check_deploy.sh

# Install the wheel in dist/ with each extra in an environment of its own, and use it; some minutes.
test-wheel: $(VENV)/.dev
	$(BIN)/python scripts/test_wheel.py $(ARGS)

# Unpack the source distribution in dist/ elsewhere, and run the tests from there, all but the long ones.
test-sdist: $(VENV)/.dev
	scripts/test_sdist.sh $(ARGS)

golden: $(VENV)/.dev
	$(BIN)/python scripts/golden.py

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
		pyproject.toml --extra lab --extra server --extra terminal --group build -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
		pyproject.toml --extra lab --extra ray --extra rl --extra server --extra terminal --extra testing --group dev -o requirements-dev.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
		--group pyproject.toml:node -o requirements-node.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
		--group pyproject.toml:ahead -o requirements-ahead.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
		--group pyproject.toml:release -o requirements-release.lock

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tenback needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)

# setuptools comes with the lock so that building the package reaches no index.
$(VENV)/.play: requirements.lock pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# The kernels compiled ahead, for processors and for browsers; what is built is kept in the repository.
native: $(VENV)/.ahead
	$(BIN)/python -m tenback.ahead native

wasm: $(VENV)/.ahead
	$(BIN)/python -m tenback.ahead wasm

$(VENV)/.ahead: requirements-ahead.lock $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-ahead.lock
	@touch $@

$(VENV)/.release: requirements-release.lock | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-release.lock
	@touch $@

client: $(CLIENT)

$(CLIENT): $(CLIENT_SOURCES) scripts/build_client.sh requirements-node.lock | $(BIN)/python
	scripts/build_client.sh $(VENV)
	@touch $@

# The client as plain files, for any web host and any folder: build/play.
site: | $(BIN)/python
	scripts/build_client.sh $(VENV) site

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis
