# Two commands for a newcomer: `make demo` and `make test`. The others serve whoever changes the code.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
MODEL ?= physassist/oracle
LANGUAGE ?= en

.PHONY: demo test test-all check install install-dev clean

demo: $(VENV)/.installed
	@echo
	@echo "Running the open benchmark with $(MODEL): no key, no network."
	@echo
	$(BIN)/inspect eval inspect_physassist/physassist --model $(MODEL) -T language=$(LANGUAGE) --log-dir logs --display plain
	@echo
	$(BIN)/physassist scores --log-dir logs

test: $(VENV)/.installed-dev
	$(BIN)/pytest -n 2 -m "not slow"

test-all: $(VENV)/.installed-dev
	$(BIN)/pytest -n 2

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

install: $(VENV)/.installed

install-dev: $(VENV)/.installed-dev

$(VENV)/bin/pip:
	$(PYTHON) -m venv $(VENV)

# pip reads the dependency group from pyproject.toml; --group came with pip 25.1.
$(VENV)/.installed: $(VENV)/bin/pip pyproject.toml constraints.txt
	@echo "Installing into $(VENV): a few minutes the first time."
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group dev
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
