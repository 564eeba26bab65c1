SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The first Python on the path that is new enough; override with make PYTHON=...
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check -qq install
READY := .venv/.ready
NODE_READY := web/node_modules/.ready
BOARD := src/bocage/server/static/index.html
BOARD_SOURCES := web/index.html web/vite.config.ts web/shell.ts web/worker.js web/svelte.config.js $(shell find web/src web/public 2>/dev/null)
NPM := npm --prefix web --silent
TEST_OUTPUT := .venv/.last-test-output

# Options for the program: make play ARGS="--port 8000"
ARGS ?=

# What `make test` checks, in this order.
CHECKS := lint types imports web unit rules audit gate

# What `make gate` checks: targets that compare this tree with the last commit.
GATES := instructions

##@ Play
play: setup ## Play in the browser (does all set-up first)
	@$(BIN)/bocage serve --open $(ARGS)

terminal: setup ## Play in the terminal
	@$(BIN)/bocage play $(ARGS)

##@ Check
test: setup postgres browser ## Everything that must hold before a change is accepted (does all set-up first)
	@for check in $(CHECKS); do $(MAKE) $$check; done
	@echo "All checks passed: $(CHECKS)"
	@tail -n 1 $(TEST_OUTPUT)

lint: setup ## Style and formatting
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: setup ## Strict types, package and tests
	@$(BIN)/mypy

imports: setup ## The layers: who may import whom
	@$(BIN)/lint-imports --no-logo

web: setup ## The board's source: types, style, its own tests
	@$(NPM) run check
	@$(NPM) run lint
	@$(NPM) run test

unit: setup postgres browser ## The tests and the examples in docstrings
	@$(BIN)/pytest -n 2 $(ARGS) | tee $(TEST_OUTPUT)

rules: setup ## Every obligation of the rulebooks has a test
	@$(BIN)/bocage rules --check

audit: setup ## Known vulnerabilities of what we depend on
	@$(BIN)/python tools/audit.py

gate: setup $(GATES) ## Comparisons with the last commit

instructions: setup
	@$(BIN)/python tools/instruction_gate.py

fuzz: setup ## 2,000 random games, the state checked after every order (long)
	@$(BIN)/bocage fuzz --games 2000 --jobs 2 $(ARGS)

bench: setup browser ## Speed, with yardsticks measured in the same run; the board in a browser
	@$(BIN)/bocage bench $(ARGS)
	@$(BIN)/python -m tools.browser_bench

##@ Work on it
setup: $(READY) $(BOARD) ## Prepare everything in this checkout; quick when nothing changed

format: setup ## Put source files in the project's format
	@$(BIN)/ruff check --fix --exit-zero --quiet
	@$(BIN)/ruff format
	@$(NPM) run format

browser: ## A Chromium for the tests, installed where that is possible
	@for name in chromium chromium-browser google-chrome; do command -v $$name > /dev/null && exit 0; done; \
		$(call install,chromium,The browser tests need Chromium)

postgres: ## A PostgreSQL for the tests, installed where that is possible
	@command -v initdb > /dev/null || compgen -G "/usr/lib/postgresql/*/bin/initdb" > /dev/null || { \
		$(no-main-cluster); $(call install,postgresql,The tests of the server need PostgreSQL); }

schema: setup ## Write the server's description and the board's types from it
	@$(BIN)/python -m tools.schema
	@$(NPM) run schema

pictures: setup browser ## Paint the maps that the browser shows first
	@$(BIN)/python -m tools.pictures
	@$(BIN)/python -m tools.icons

screenshots: setup browser ## Take the pictures of the board for the documentation
	@$(BIN)/python -m tools.screenshots

lock: ## Choose current versions of all dependencies and pin them with hashes
	@rm -rf .venv-lock && $(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/pip --disable-pip-version-check -qq install uv
	@$(call compile,requirements-build.lock,--group build)
	@$(call compile,requirements.lock,pyproject.toml --extra server --group dev --constraint requirements-build.lock)
	@rm -rf .venv-lock

clean: ## Remove everything that set-up and checks have made
	@rm -rf .venv .venv-lock .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist \
		web/node_modules $(dir $(BOARD))
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## This list
	@echo "Bocage: Normandy 1944 wargames. Two commands are enough: make play, make test."
	@awk 'BEGIN { FS = ":.*## " } /^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo 'Pass options with ARGS, for example: make play ARGS="--help"'

.PHONY: play terminal test lint types imports web unit rules audit gate instructions fuzz bench setup format browser \
	postgres schema pictures screenshots lock clean help

define compile
.venv-lock/bin/uv pip compile --quiet $(2) --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header --output-file $(1) > /dev/null
endef

# Two steps, because one dependency is published as source only and is built with the pinned tools of the first step.
$(READY): requirements-build.lock requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Bocage needs Python 3.11 or newer, and found none." >&2; exit 1; }
	@echo "Preparing .venv (about half a minute the first time) ..."
	@$(PYTHON) -m venv .venv || { $(install-venv); $(PYTHON) -m venv .venv; }
	@$(PIP) --require-hashes --requirement requirements-build.lock
	@$(PIP) --require-hashes --requirement requirements.lock --no-build-isolation --use-pep517
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@
	@echo "Ready."

$(NODE_READY): web/package.json web/package-lock.json
	@node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' 2> /dev/null && command -v npm > /dev/null || \
		{ echo "The board is built with Node.js 20 or newer and its npm, and found none." >&2; exit 1; }
	@echo "Preparing web/node_modules ..."
	@cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(BOARD): $(READY) $(NODE_READY) $(BOARD_SOURCES)
	@echo "Building the board ..."
	@cd web && npx vite build --logLevel=error
	@$(BIN)/python -m bocage.drawings $(@D)/maps > /dev/null
	@touch $@

# Debian ships Python without its venv module.
install-venv = $(call install,python3-venv,This Python lacks its venv module)

# A Debian package, if we may install it; else the sentence that says what is missing.
define install
if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	apt-get update --quiet=2 && DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes $(1); \
	else echo "$(2); on Debian and Ubuntu: sudo apt-get install $(1)" >&2; exit 1; fi
endef

# Debian would start a database for everybody; the tests make their own and end it.
define no-main-cluster
if [ -d /etc/apt ] && [ "$$(id -u)" = 0 ]; then mkdir -p /etc/postgresql-common/createcluster.d; \
	echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.d/bocage.conf; fi
endef
