# Everything a person does with a checkout. Needs make and Python 3.11 or later, nothing else:
# the tools come from the hashed locks and live in .venv.

PYTHON ?= python3
# Processes for the tests: as many as the smallest machine we care for has cores.
WORKERS ?= 2
LONG_WORKERS ?= 2
# What follows `pitboss serve`, for example: make run ARGS="--port 8080"
ARGS ?=
# The faults that `make faults` plants; all where none is named.
FAULTS ?=
# How long `make soak` takes.
MINUTES ?= 60
# What is handed to uv, for example: make lock LOCK_ARGS=--upgrade
LOCK_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip
PYTEST := $(BIN)/python -m pytest
# The locks are complete, so pip need not resolve anything, and modules nobody imports need not
# be compiled: together that halves a cold set-up.
INSTALL := $(PIP) install -qq --require-hashes --no-deps --no-compile

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
# A PYTHONPATH from the caller could put other code in front of what is locked.
unexport PYTHONPATH

# A .venv knows the folder it was made in by its full name. In a checkout that was moved or
# copied it would go on running the code of the old place, so there it is made anew.
ifneq ($(shell cat $(VENV)/.made-in 2>/dev/null),$(CURDIR))
MOVED := --clear
.PHONY: $(VENV)/.run-ready
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The steps of a target stand in the order in which they should fail.
.NOTPARALLEL:
.PHONY: help run test check lint long siege faults bench soak screenshots trace lock clean hooks

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.run-ready  ## open the floor and serve it to browsers
	@$(BIN)/pitboss serve $(ARGS)

test: lint  ## everything that must hold, as CI runs it
	$(PYTEST) $(XDIST) $(NOT_AGAIN)
	$(BIN)/python -m tools.trace --check

check: lint  ## the fast half of test, for use while writing
	$(PYTEST) $(XDIST) $(NOT_AGAIN) -m "not slow and not long"

lint: $(VENV)/.test-ready  ## format, lint, types, import layers, tidiness
	$(BIN)/ruff format --check --quiet --diff .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(PYTEST) $(HOUSE_TESTS)

long: $(VENV)/.test-ready  ## the proofs that take minutes
	$(PYTEST) -n $(LONG_WORKERS) -m long

siege: $(VENV)/.test-ready  ## attack running servers in every way that is known
	$(PYTEST) $(XDIST) -m "long or not long" tests/siege

faults: $(VENV)/.test-ready  ## plant known faults one at a time and see that the tests catch them
	$(BIN)/python -m tools.faults $(FAULTS)

bench: $(VENV)/.test-ready  ## measure speed
	$(BIN)/python -m benchmarks

soak: $(VENV)/.test-ready  ## an hour of a full floor, in which memory must not grow
	$(BIN)/python -m benchmarks soak $(MINUTES)

screenshots: $(VENV)/.test-ready  ## every page at phone, laptop and wall size, in build/screenshots
	$(BIN)/python -m tools.screenshots

trace: $(VENV)/.test-ready  ## write anew which tests hold which clause of the rulebooks
	$(BIN)/python -m tools.trace

lock:  ## write requirements*.lock anew from pyproject.toml
	@tools=$$(mktemp -d) && trap 'rm -rf "$$tools"' EXIT \
	&& $(PYTHON) -m venv "$$tools" && "$$tools/bin/python" -m pip install -qq uv \
	&& $(call COMPILE,requirements.lock) \
	&& $(call COMPILE,requirements-dev.lock,--extra dev --constraints requirements.lock)

clean:  ## remove what make and the tools made
	rm -rf $(VENV) .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

hooks:  ## have git run `make lint` before each commit
	@hook=$$(git rev-parse --git-path hooks)/pre-commit \
	&& if [ -e "$$hook" ] && ! grep -q 'make lint' "$$hook"; then \
		echo "$$hook is there already and is not ours; remove it first." >&2; exit 1; fi \
	&& mkdir -p "$$(dirname "$$hook")" && printf '#!/bin/sh\nexec make lint\n' > "$$hook" \
	&& chmod +x "$$hook" && echo "$$hook runs make lint."

XDIST = $(if $(filter-out 0 1,$(WORKERS)),-n $(WORKERS))
# The checks of the repository itself take a second or two, so they go first and by themselves.
HOUSE_TESTS := tests/test_tidy.py tests/test_layers.py
NOT_AGAIN := $(addprefix --ignore=,$(HOUSE_TESTS))

# $(1) the lock, $(2) further arguments. The locks hold versions and hashes for every platform
# and no address: where packages come from is each machine's own affair. A lock that is there
# keeps its versions unless LOCK_ARGS says --upgrade.
COMPILE = "$$tools/bin/uv" pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --no-annotate --custom-compile-command "make lock" \
	--extra build $(2) $(LOCK_ARGS) --output-file $(1) pyproject.toml

$(VENV)/.run-ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "pitboss needs Python 3.11 or later, and $(PYTHON) is" \
			"$$({ $(PYTHON) --version || echo not there; } 2>/dev/null)." \
			"Name another one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv $(MOVED) $(VENV) || { \
		echo "$(PYTHON) cannot make a virtual environment;" \
			"on Debian, install the package python3-venv." >&2; exit 1; }
	@$(INSTALL) -r requirements.lock
	@$(PIP) install -qq --no-build-isolation --no-deps -e .
	@echo '$(CURDIR)' > $(VENV)/.made-in
	@touch $@

$(VENV)/.test-ready: requirements-dev.lock $(VENV)/.run-ready
	@echo "Installing the test tools ..."
	@$(INSTALL) -r requirements-dev.lock
	@$(PIP) check --quiet
	@touch $@
