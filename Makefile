# Everything a person needs: `make run` and `make test` set themselves up on a fresh machine.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SITE := $(shell $(PYTHON) -c 'import picamera2' 2>/dev/null && echo --system-site-packages)

.PHONY: run test test-wheels test-arm64 test-picamera2 test-install test-train check bench simulate simulated-evening kill soak clean

$(BIN)/python:
	$(PYTHON) -m venv $(SITE) $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.run: $(BIN)/python setup.cfg pyproject.toml
	@echo "Installing Jantaku into $(VENV); the first time takes a few minutes."
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --editable .[voice]
	touch $@

$(VENV)/.dev: $(BIN)/python setup.cfg pyproject.toml
	@echo "Installing Jantaku and its tests into $(VENV); the first time takes a few minutes."
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --editable .[dev,voice]
	touch $@

# Ultralytics brings an OpenCV with windows, which may not lie beside the one without.
$(VENV)/.train: $(VENV)/.dev
	@echo "Installing what trains the networks into $(VENV): about 6 GB."
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --no-cache-dir --editable .[dev,voice,train]
	$(BIN)/python -m pip uninstall --quiet --yes opencv-python opencv-python-headless
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --editable .
	touch $@

# The page on http://localhost:8000: the first camera found, else the bundled table recording.
run: $(VENV)/.run
	$(BIN)/jantaku serve $(ARGS)

test: $(VENV)/.dev
	.ci/packages
	$(BIN)/python -m pytest $(ARGS)

# Whether a Raspberry Pi gets every dependency as a wheel.
test-wheels: $(VENV)/.dev
	tests/machines/wheels.sh $(BIN)/python runs/wheels

# Both networks on an emulated arm64 Debian; needs root, debootstrap and about five minutes.
test-arm64: $(VENV)/.dev
	tests/machines/arm64.sh $(BIN)/python runs/arm64

# Frames through real picamera2 and libcamera, whose camera is a virtual one; needs root.
test-picamera2: $(VENV)/.dev
	tests/machines/picamera2.sh $(BIN)/python runs/picamera2

# The installation, repeated, updated and taken back in a Debian tree; needs root.
test-install:
	tests/machines/install.sh runs/install

# Both networks trained for a few steps on rendered tiles, exported, and read with.
test-train: $(VENV)/.train
	$(BIN)/python -m pytest tests/train $(ARGS)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy scorer detector device datasets

bench: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --no-deps mahjong-detector
	$(BIN)/python -m datasets.bench_scorer
	$(BIN)/python -m datasets.bench_vision
	$(BIN)/python -m datasets.bench_live

# Twenty games watched by the program, judged by an independent engine (over an hour).
simulate: $(VENV)/.dev
	$(BIN)/python -m datasets.simulate --out runs/simulated.jsonl $(ARGS)

# One simulated game to look at, on http://localhost:8000/film.
simulated-evening: $(VENV)/.dev
	$(BIN)/jantaku simulate $(ARGS)

# Five hundred programs killed at random moments of an evening (about five minutes).
kill: $(VENV)/.dev
	KILLS=500 $(BIN)/python -m pytest tests/device/test_game_killed.py --durations=0 $(ARGS)

# Whether the program grows in eight hours at the table: ARGS="--remember 40" takes an hour of one core.
soak: $(VENV)/.dev
	$(BIN)/python -m datasets.soak $(ARGS)

clean:
	rm -rf $(VENV) build dist *.egg-info
