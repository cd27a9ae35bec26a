# Egyptian Ratscrew. `make help` lists what there is.

VENV  := .venv
PY    := $(VENV)/bin/python
READY := $(VENV)/ready
PO    := $(wildcard device/locale/*/LC_MESSAGES/ratscrew.po)
MO    := $(PO:.po=.mo)
POT   := device/locale/ratscrew.pot
BABEL := $(PY) -m babel.messages.frontend --quiet

.PHONY: help play test test-boot test-cuts test-kernel test-power lint format pictures bench mutants messages clean FORCE
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

play: $(READY) $(MO) ## start the game; make play ARGS="--fast" hands arguments on
	@$(VENV)/bin/ratscrew $(ARGS)

test: lint ## style, types, every test, and every branch of the rules
	@$(PY) -m pytest --quiet --cov --numprocesses auto --dist loadfile

test-kernel: $(READY) $(MO) ## the buttons on a real kernel in a virtual machine; says what it needs
	@$(PY) -m pytest --quiet -rs tests/kernel || [ $$? -eq 5 ] # 5: skipped, and why is told

test-cuts: $(READY) $(MO) ## a thousand cuts of the power, and five hundred damaged files
	@CUTS=1000 $(PY) -m pytest --quiet tests/device/test_power_cuts.py

test-boot: $(READY) $(MO) ## a Debian made into a table, and booted; as root, says what it needs
	@$(PY) -m pytest --quiet -rs tests/boot || [ $$? -eq 5 ] # 5: skipped, and why is told

test-power: $(READY) $(MO) ## the power of a machine goes twenty times; as root, takes long, tells of each
	@RATSCREW_CUTS=20 $(PY) -m pytest --quiet -rsP tests/boot/test_cuts.py $(ARGS) || [ $$? -eq 5 ]

lint: $(READY) $(MO) ## style and types only
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --check --quiet .
	@$(PY) -m mypy --no-error-summary

format: $(READY) ## bring the code into its form
	@$(PY) -m ruff check --fix --quiet . ; $(PY) -m ruff format --quiet .

pictures: $(READY) $(MO) ## every screen, language and size as a picture, in build/pictures
	@$(PY) -m tests.device.gallery build/pictures $(ARGS)

bench: $(READY) $(MO) ## the figures, with the machine they were taken on
	@$(PY) -m tests.bench $(ARGS)

mutants: $(READY) $(MO) ## plant faults in the rules and see which ones the tests miss; takes long
	@$(PY) -m mutmut run $(ARGS)
	@$(PY) -m mutmut results

messages: $(READY) ## collect the texts and bring the translations up to date
	@mkdir -p device/locale
	@$(BABEL) extract --no-wrap --sort-by-file --add-location=file --add-comments=Translators: \
	    --header-comment="# PROJECT, the words on the screen." --project=ratscrew --version=0.1.0 \
	    --msgid-bugs-address= --last-translator="The Ratscrew Table contributors" \
	    --keyword=Words --output=$(POT) device game hal
	@for lang in de en; do \
	    mkdir -p device/locale/$$lang/LC_MESSAGES && \
	    $(BABEL) update --no-wrap --init-missing --no-fuzzy-matching --ignore-obsolete \
	        --ignore-pot-creation-date --domain=ratscrew --locale=$$lang \
	        --input-file=$(POT) --output-dir=device/locale || exit 1; \
	done

clean: ## remove what was built and measured; .venv stays
	@rm -rf build dist mutants htmlcov .coverage .coverage.* .hypothesis $(MO) $(POT)
	@rm -rf .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

# The .venv is made anew when what it holds has changed, or when it was moved here from elsewhere.
ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
$(READY): FORCE
endif
$(READY): pyproject.toml hatch_build.py deploy/venv.sh
	@deploy/venv.sh

%.mo: %.po | $(READY)
	@$(BABEL) compile --input-file=$< --output-file=$@ --locale=$(notdir $(patsubst %/LC_MESSAGES/,%,$(dir $<)))
