#!/usr/bin/env bash
# Installs the wheel in a fresh virtual environment, without an index, and uses the program, the
# package and a plugin in Python: wheel.bash WHEEL
set -euo pipefail
wheel=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset SKALD SKALD_PYTHON VIRTUAL_ENV CONDA_PREFIX PYTHONPATH PYTHONHOME
fail() {
  echo "$*" >&2
  exit 1
}
/usr/bin/python3 -m venv --system-site-packages env >log 2>&1 || {
  echo "skipped: there is no python3-venv"
  exit
}
env/bin/pip install --quiet --no-index "$wheel" || fail "pip does not install the wheel"
env/bin/skald doctor >log || fail "skald doctor: $(cat log)"
grep -q "^ok   plugins " log || fail "there are no plugins: $(cat log)"
cat >use.py <<'END'
import os, skald, skald.tool
assert skald.__file__.startswith(os.getcwd() + "/env/"), skald.__file__
assert skald.tool.executable() == os.getcwd() + "/env/bin/skald", skald.tool.executable()
grid = {"name": "g", "seed": 1, "replicates": 2,
        "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 4, "seed": 1},
        "model": {"plugin": "gaussian"}, "sampler": {"plugin": "fald", "p_c": 0.5, "step": 0.01},
        "run": {"iterations": 100}, "metrics": ["variance_bias"]}
assert skald.run(grid, "g.db", progress=False)["ok"] == 2
END
if env/bin/python -c "import numpy" 2>/dev/null; then
  env/bin/python use.py || fail "skald cannot be used from Python"
fi
if grep -q "^ok   python " log; then
  grep -q "Python .*, $work/env/bin/python3; numpy" log ||
    fail "plugins run in another interpreter: $(cat log)"
  env/bin/skald new sampler mine --language python >/dev/null
  (cd mine && ../env/bin/skald check mine.py >../log 2>&1) || fail "skald check: $(cat log)"
fi
env/bin/pip uninstall --quiet --yes skald
[ ! -e env/bin/skald ] && [ ! -e env/lib/skald/kit.so ] || fail "pip leaves files"
echo "the wheel can be installed, used and removed"
