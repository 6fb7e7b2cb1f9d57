# Every target sets up what it needs: Python 3.11 to 3.13, make, git and npm are enough.
# Set-up is remembered by stamp files inside .venv and costs nothing when nothing has changed.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
# Modules of another environment must not shadow ours.
unexport PYTHONPATH PYTHONHOME

# ARGS is handed on: `make demo ARGS=--once`, `make test ARGS="-k outbox -x"`.
ARGS ?=
# The first interpreter that fits; name another one with PYTHON=/path/to/python.
PYTHON ?= $(shell for one in python3 python3.13 python3.12 python3.11; do \
	"$$one" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null \
	&& { command -v "$$one"; break; }; done)
PYTHON313 ?= $(shell for one in python3.13 \
	"$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/3.13*/bin/python3.13; do \
	"$$one" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 13))' 2>/dev/null \
	&& { command -v "$$one"; break; }; done)

# How the tests are spread over the cores; SPREAD= runs them one after another.
SPREAD ?= -n auto --dist worksteal
VENV ?= .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input -qq
ASSET_SOURCES := $(shell find actors/imaging -type f \
	-not -path '*/assets/*' -not -path '*/__pycache__/*' -not -name '* *' \
	\( -name 'fetch.py' -o -name 'art.py' -o -not -name '*.py' \))

.PHONY: help demo test test-slow test-3.13 check fix docs bench setup clean \
	check-format check-lint check-types check-imports check-docs

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9.-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

demo: $(VENV)/assets.stamp ## a scripted guest from photo to sticker pack, then yours to play with (ARGS=--once: exit after it)
	@$(PY) -m supervisor demo $(ARGS)

test: $(VENV)/assets.stamp ## the fast tests (ARGS=... goes to pytest)
	@$(PY) -m pytest $(SPREAD) $(ARGS)

test-slow: $(VENV)/assets.stamp ## storms, foreign Bot API clients and the other slow sets
	@$(PY) -m pytest -m slow $(SPREAD) $(ARGS)

test-3.13: ## on Python 3.13, where there is one: the tests of supervisor and store, and the demonstration
	@if [ -n "$(PYTHON313)" ]; \
	then $(MAKE) test VENV=.venv-3.13 PYTHON="$(PYTHON313)" ARGS="tests/unit/supervisor tests/unit/store $(ARGS)" && \
	$(MAKE) demo VENV=.venv-3.13 PYTHON="$(PYTHON313)" ARGS=--once; \
	else echo 'test-3.13: no Python 3.13 here, left out (PYTHON313=/path/to/python names one)'; fi

check: check-format check-lint check-types check-imports check-docs ## format, lint, types, imports, generated documents

check-format: $(VENV)/install.stamp
	@$(PY) -m ruff format --check --quiet . || { echo 'check: run "make fix"'; exit 1; }
check-lint: $(VENV)/install.stamp
	@$(PY) -m ruff check --quiet .
check-types: $(VENV)/install.stamp
	@$(PY) -m mypy
check-imports: $(VENV)/install.stamp
	@$(VENV)/bin/lint-imports --no-logo
check-docs: $(VENV)/install.stamp
	@$(PY) -m tests.architecture.documents --check

fix: $(VENV)/install.stamp ## put format and mendable lint right
	@$(PY) -m ruff check --fix --quiet . ; $(PY) -m ruff format .

docs: $(VENV)/install.stamp ## write the generated documents anew
	@$(PY) -m tests.architecture.documents

bench: $(VENV)/assets.stamp ## commands per second of the store next to plain SQLite (ARGS=--quick)
	@$(PY) -m tests.benchmarks.bench_store $(ARGS)

setup: $(VENV)/assets.stamp ## only the set-up that the others do by themselves

clean: ## remove environments and caches; data/ stays
	rm -rf .venv .venv-3.13 build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf .import_linter_cache tests/drivers/.venvs actors/imaging/assets

$(VENV)/python.stamp:
	@if [ -z "$(PYTHON)" ] || ! "$(PYTHON)" -c \
		'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'; \
	then echo 'stickerbooth needs Python 3.11, 3.12 or 3.13: make PYTHON=/path/to/python' >&2; exit 1; fi
	@echo "setup: an environment in $(VENV)"
	@"$(PYTHON)" -m venv --clear $(VENV) || \
		{ echo 'setup: this Python has no venv module (Debian, Ubuntu: install python3-venv)' >&2; exit 1; }
	@touch $@

$(VENV)/lock.stamp: requirements.lock $(VENV)/python.stamp
	@echo 'setup: pinned dependencies'
	@$(PIP) install --require-hashes -r requirements.lock
	@touch $@

$(VENV)/install.stamp: pyproject.toml $(VENV)/lock.stamp
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# Without npm the step warns and leaves no stamp, so that the next run tries again.
$(VENV)/assets.stamp: $(ASSET_SOURCES) $(VENV)/install.stamp
	@echo 'setup: models, fonts, emoji, outfit art'
	@$(PY) -m actors.imaging.fetch
	@$(PY) -c 'import sys; from actors.imaging import assets; sys.exit(bool(assets.missing()))' \
		&& touch $@ || true
