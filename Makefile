# What a developer runs. `make help` lists it.
.DEFAULT_GOAL := help
SHELL := bash
PYTHON ?= $(shell scripts/pick-python)
BIN := .venv/bin

.PHONY: help
help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

.PHONY: run
run: .venv/.run debian-wanted ## install, migrate and start the service on SQLite under ./data
	@$(BIN)/coldread serve

.PHONY: test
test: .venv/.dev debian-needed node ## install what tests need, run all fast tests, and list the ten slowest
	@$(RUN_TESTS)
RUN_TESTS = unset PYTHONDONTWRITEBYTECODE; $(BIN)/pytest --durations=10 $(SHARED_OUT) $(ARGS)
# Five workers for two cores: a test waits for half of its time. Groups and order: tests/harness/schedule.py
SHARED_OUT := --workers $${TEST_WORKERS:-5}

.PHONY: test-whole
test-whole: .venv/.dev debian-needed node ## the same with every case of every loop, which `make test` proves by a telling part (tests/harness/breadth.py)
	@export TEST_WHOLE=1; $(RUN_TESTS)

.PHONY: test-quick
test-quick: .venv/.dev ## what needs no browser, no PostgreSQL, no chain and no process of its own: a minute and a half, for the inner loop
	@unset PYTHONDONTWRITEBYTECODE; $(BIN)/pytest -q --durations=10 --workers 4 --quick $(ARGS)

.PHONY: coverage
coverage: .venv/.dev debian-needed node ## all tests again, and which lines and branches of src they run; writes htmlcov/
	@$(BIN)/coverage erase
	@failed=0; $(BIN)/coverage run -m pytest --workers 2 --ignore=tests/scanner/render || failed=1; \
	$(BIN)/coverage run -m pytest tests/scanner/render || failed=1; \
	$(BIN)/coverage combine --quiet; $(BIN)/coverage html --quiet; $(BIN)/coverage report; exit $$failed

# Each by itself: they share nothing, so two run at a time. Types take longest and begin first.
CHECKS := check-types check-imports check-dead-code check-rendered check-style
.PHONY: check $(CHECKS)
check: .venv/.dev ## what needs no test: format, lint, types, import contracts, dead code, rendered documents
	@$(MAKE) --no-print-directory -j2 --output-sync $(CHECKS)
	@echo "all checks passed"
check-types:
	@$(BIN)/mypy
check-imports:
	@$(BIN)/lint-imports --no-logo 2>&1 | tail -20; exit $${PIPESTATUS[0]}
check-dead-code:
	@$(BIN)/python scripts/find_dead_code.py
check-rendered:
	@for one in reference client; do $(BIN)/python scripts/render_$$one.py --check || exit 1; done
check-style:
	@$(BIN)/ruff format --check --quiet . || ($(BIN)/ruff format --diff --quiet . | head -50; exit 1)
	@$(BIN)/ruff check --quiet .

.PHONY: format
format: .venv/.dev ## let ruff lay out the code
	@$(BIN)/ruff format --quiet . && $(BIN)/ruff check --fix --quiet .

.PHONY: docs
docs: .venv/.dev ## render docs/reference and the client's types from the tables
	@for one in reference client; do $(BIN)/python scripts/render_$$one.py || exit 1; done
	@git status --short docs/reference $$(grep -rl "rendered from the tables" clients/python/src) | sed 's/^/differs from the last commit: /'

.PHONY: examples
examples: .venv/.dev debian-needed ## record the answers that the interface description shows as examples, of a service that runs
	@$(BIN)/python scripts/record_examples.py

.PHONY: screenshots
screenshots: .venv/.dev debian-needed ## pictures of every page, desktop and phone, into docs/screenshots: look at them
	@$(BIN)/python scripts/screenshots.py $(ARGS)

.PHONY: gaps
gaps: .venv/.dev ## what some table lacks of another, all of it: what a new language still needs
	@$(BIN)/python scripts/gaps.py

.PHONY: lock
lock: .venv/.bootstrap ## resolve the dependencies of pyproject.toml anew, with hashes and without addresses
	@$(BIN)/uv pip compile pyproject.toml --extra payments $(LOCKED) -o requirements.lock
	@$(BIN)/uv pip compile pyproject.toml --extra dev --extra payments --extra otel $(LOCKED) -o requirements-dev.lock
LOCKED := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet

.PHONY: faults
faults: .venv/.dev debian-needed ## kill, fill, cut off and turn back everything under load, 200 loops, and check what must hold; writes bench/RESULTS.md
	@$(BIN)/python -m bench.service.faults --loops $${FAULT_LOOPS:-200} $(ARGS)

.PHONY: fuzz
fuzz: .venv/.dev ## 20,000 made-up requests on each database, all checks of schemathesis; CASES=2000 for fewer, SEED=… for the same again
	@$(BIN)/python -m bench.service.fuzz --cases $${CASES:-20000} $(if $(SEED),--seed $(SEED))

.PHONY: fuzz-structures
fuzz-structures: .venv/.dev ## 2,000 made-up pages and bodies in pairs of n and 4n: each ends in time, none costs more than its length; COUNT=…, SEED=…
	@$(BIN)/python -m bench.linear.structures --count $${COUNT:-2000} --seed $${SEED:-1} $(ARGS)

.PHONY: attack
attack: .venv/.dev ## hostile documents are scanned and shown; what others notice of each, beside an idle service (ARGS="--minutes 10"; --postgres: there, with a worker)
	@$(BIN)/python -m bench.attack $(ARGS)

.PHONY: bench-slow
bench-slow: .venv/.dev ## scans of the pages in SITES one after another, on a machine that has as little time as CALLED says: SITES=… CALLED="0.7 cores"
	@$(BIN)/python -m bench.service.slow_machine "$(SITES)" --called "$(CALLED)" --command-line $(ARGS)

.PHONY: simulate-payments
simulate-payments: .venv/.dev ## ten thousand seeded lives of payers, a lying node and dying processes (RUNS=…, SEED=…)
	@$(BIN)/python -m bench.payments.simulate $${RUNS:-10000} $${SEED:-0}
.PHONY: bench-payments
bench-payments: .venv/.dev node ## 300 paid calls by three clients on the real chain while everything is killed; writes bench/RESULTS.md
	@$(BIN)/python -m bench.payments.real_chain $${CALLS:-300} $${SEED:-1}
.PHONY: bench
bench: .venv/.dev node bench/fastify/node_modules/.installed ## polls and orders beside others that do the same, as the work grows, and under load; writes bench/RESULTS.md
	@scripts/debian-packages wrk $(BROWSER)
	@$(BIN)/python -m bench.service.polls_and_orders
	@$(BIN)/python -m bench.service.growth
	@$(BIN)/python -m bench.service.crowds
	@$(BIN)/python -m bench.service.on_postgres
	@$(BIN)/python -m bench.service.growth_on_postgres
	@$(BIN)/python -m bench.service.load
	@$(BIN)/python -m bench.service.paid_calls
	@$(BIN)/python -m bench.service.slow
.PHONY: bench-move
bench-move: .venv/.dev ## 100,000 orders, 5,000 scans, 2,000 paid calls moved to PostgreSQL and back, killed once; writes bench/RESULTS.md
	@$(BIN)/python -m bench.service.moving
.PHONY: move-killed
move-killed: .venv/.dev ## something of everything moved to PostgreSQL and back, TIMES=10, killed at random steps (SEED=1); writes bench/RESULTS.md
	@$(BIN)/python -m bench.service.moving_killed --times $${TIMES:-10} --seed $${SEED:-1}
.PHONY: bench-quick
bench-quick: .venv/.dev bench/fastify/node_modules/.installed ## the same in two minutes, with wider ranges
	@scripts/debian-packages wrk
	@$(BIN)/python -m bench.service.polls_and_orders --rounds 3 --seconds 1
	@$(BIN)/python -m bench.service.growth --rounds 2 --most 10000
.PHONY: soak
soak: .venv/.dev ## two hours of polls and orders; MINUTES=5 for a shorter one, ARGS=--postgres for two APIs and workers there
	@$(BIN)/python -m bench.service.soak --minutes $${MINUTES:-120} $(ARGS)
bench/fastify/node_modules/.installed: bench/fastify/package-lock.json .venv/.dev
	@cd bench/fastify && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@

.PHONY: dist
dist: .venv/.dev ## build wheels and sdists of service, client and coldread-mcp into dist/, check them, install each alone and run it
	@rm -rf dist && $(BIN)/uv build --quiet && $(BIN)/uv build --quiet --out-dir dist clients/python \
		&& $(BIN)/uv build --quiet --out-dir dist clients/mcp
	@$(BIN)/twine check --strict dist/*.whl dist/*.tar.gz
	@$(BIN)/python scripts/try_wheel.py dist/coldread_server-*.whl
	@$(BIN)/python scripts/try_client.py dist/coldread_client-*.whl
	@$(BIN)/python scripts/try_mcp.py dist/coldread_mcp-*.whl

.PHONY: image
image: ## build the image of deploy/Dockerfile (CONTAINERS=docker for Docker; BUILD="…" for more options)
	@$(CONTAINERS) build $(if $(filter podman,$(CONTAINERS)),--format docker) $(BUILD) --file deploy/Dockerfile --tag localhost/coldread .
CONTAINERS ?= podman
.PHONY: image-bases
image-bases: ## where no registry is reachable: Debian as python:3.11-slim-bookworm, and images of its PostgreSQL, HAProxy and Caddy (root, mmdebstrap, buildah)
	@mkdir -p build/images && cp deploy/test/*.Containerfile deploy/test/database.sh /etc/ssl/certs/ca-certificates.crt build/images/
	@test -e build/images/base.tar || mmdebstrap --variant=minbase --include=python3,python3-venv,ca-certificates bookworm build/images/base.tar
	@cd build/images && buildah bud --isolation chroot -q -t docker.io/library/python:3.11-slim-bookworm -f base.Containerfile . \
		&& buildah bud --isolation chroot -q -t localhost/coldread-test-database -f database.Containerfile . \
		&& buildah bud --isolation chroot -q -t localhost/coldread-test-balance -f balance.Containerfile . \
		&& buildah bud --isolation chroot -q -t localhost/coldread-test-proxy -f proxy.Containerfile .
.PHONY: compose-test
compose-test: .venv/.dev ## start deploy/compose.yaml with podman-compose, kill every container under load, upgrade (ARGS="--from IMAGE")
	@$(BIN)/python scripts/compose_test.py $(ARGS)

.PHONY: clean
clean: ## remove what was installed; ./data stays
	rm -rf .venv tests/node/node_modules bench/fastify/node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage* htmlcov

.venv/.bootstrap: requirements-bootstrap.lock
	@python=$(PYTHON); $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo "Python 3.11 or newer is needed"; exit 1); \
		test -x $(BIN)/python || $$python -m venv .venv
	@$(BIN)/python -m pip install --quiet --require-hashes --disable-pip-version-check -r $< 2>/dev/null \
		|| $(BIN)/python -m pip install --require-hashes -r $<
	@touch $@

.venv/.run: .venv/.bootstrap requirements.lock pyproject.toml
	@echo "installing from requirements.lock …"
	@$(BIN)/uv pip install --quiet --compile-bytecode --require-hashes -r requirements.lock
	@$(BIN)/uv pip install --quiet --no-deps --editable .
	@$(BIN)/python -m compileall -q src  # a start is three times as fast with bytecode, also where none is written
	@touch $@

.venv/.dev: .venv/.run requirements-dev.lock clients/python/pyproject.toml
	@echo "installing from requirements-dev.lock …"
	@$(BIN)/uv pip install --quiet --compile-bytecode --require-hashes -r requirements-dev.lock
	@$(BIN)/uv pip install --quiet --no-deps --editable clients/python
	@touch $@

# Debian packages: the browser that looks at pages, and the clock that tests turn.
.PHONY: debian-wanted debian-needed
debian-wanted:
	@scripts/debian-packages $(BROWSER) $(DRIVER) || true
debian-needed:
	@scripts/debian-packages $(BROWSER) $(DRIVER) faketime $(EMULATOR)
# The browser without windows where Debian has it (the same engine and answers, a third less CPU), else the whole one.
BROWSER := chromium-headless-shell/chromium
# What speaks to the browser needs a library on arm64 that a small system lacks.
DRIVER := $(if $(filter aarch64,$(shell uname -m)),libatomic.so.1=libatomic1)
# The chain of the tests is published for amd64 alone; elsewhere qemu runs it, with the C library it needs.
COMMA := ,
EMULATOR := $(if $(filter x86_64,$(shell uname -m)),,qemu-x86_64=qemu-user$(COMMA)libc6-amd64-cross$(COMMA)libgcc-s1-amd64-cross)

.PHONY: node
node: tests/node/node_modules/.installed
tests/node/node_modules/.installed: tests/node/package-lock.json .venv/.dev
	@echo "installing the Node tools of the tests …"
	@cd tests/node && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@
