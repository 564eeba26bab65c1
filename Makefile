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
TEST_OUTPUT := .venv/.last-test-output

# Options for the program: make play ARGS="fire_movement/sword --german greedy"
ARGS ?=

# What `make test` checks, in this order.
CHECKS := lint types imports unit rules gate

# What `make gate` checks: targets that compare this tree with the last commit.
GATES := instructions

##@ Play
play: setup ## Play in the terminal (does all set-up first)
	@$(BIN)/bocage play $(ARGS)

##@ Check
test: setup ## Everything that must hold before a change is accepted (does all set-up first)
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

unit: setup ## The tests and the examples in docstrings
	@$(BIN)/pytest -n 2 $(ARGS) | tee $(TEST_OUTPUT)

rules: setup ## Every obligation of the rulebooks has a test
	@$(BIN)/bocage rules fire_movement --check

gate: setup $(GATES) ## Comparisons with the last commit

instructions: setup
	@$(BIN)/python tools/instruction_gate.py

fuzz: setup ## 2,000 random games, the state checked after every order (long)
	@$(BIN)/bocage fuzz --games 2000 --jobs 2 $(ARGS)

bench: setup ## Speed, with yardsticks measured in the same run
	@$(BIN)/bocage bench $(ARGS)

##@ Work on it
setup: $(READY) ## Prepare everything in this checkout; quick when nothing changed

format: setup ## Put source files in the project's format
	@$(BIN)/ruff check --fix --exit-zero --quiet
	@$(BIN)/ruff format

lock: ## Choose current versions of all dependencies and pin them with hashes
	@rm -rf .venv-lock && $(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/pip --disable-pip-version-check -qq install uv
	@$(call compile,requirements-build.lock,--group build)
	@$(call compile,requirements.lock,pyproject.toml --group dev --constraint requirements-build.lock)
	@rm -rf .venv-lock

clean: ## Remove everything that set-up and checks have made
	@rm -rf .venv .venv-lock .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## This list
	@echo "Bocage: Normandy 1944 wargames. Two commands are enough: make play, make test."
	@awk 'BEGIN { FS = ":.*## " } /^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo 'Pass options with ARGS, for example: make play ARGS="--help"'

.PHONY: play test lint types imports unit rules gate fuzz bench setup format lock clean help

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

# Debian ships Python without its venv module.
define install-venv
if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; \
	then apt-get update --quiet=2 && apt-get install --quiet=2 --yes python3-venv; \
	else echo "This Python lacks its venv module; on Debian and Ubuntu: sudo apt-get install python3-venv" >&2; exit 1; fi
endef
