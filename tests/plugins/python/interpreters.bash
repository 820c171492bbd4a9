#!/usr/bin/env bash
# Which Python plugins run in: the one that SKALD_PYTHON, VIRTUAL_ENV or CONDA_PREFIX names, else
# the system's, and no other. interpreters.bash SKALD PLUGIN.py choice|venv
#   choice: what is chosen, and what is refused with its name and the remedy
#   venv:   a virtual environment runs the kit, a sweep, and does a run again with the same numbers
set -euo pipefail
skald=$1 plugin=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset SKALD_PYTHON VIRTUAL_ENV CONDA_PREFIX PYTHONHOME PYTHONPATH
fail() {
  echo "$*" >&2
  exit 1
}
cat >told.py <<'END'
import skald, skald.loading, sys

class Told(skald.Metric):
    """A metric."""
    reference = "RUNS IN " + sys.prefix + " BY " + sys.executable
END
# told [NAME=VALUE...]: the interpreter, or the refusal.
told() { env "$@" "$skald" describe told --plugin-path "$work/told.py" 2>&1 || true; }
# expect TEXT [NAME=VALUE...]
expect() {
  local text=$1 found
  shift
  found=$(told "$@" | tr -s ' \n' ' ')
  [[ $found == *"$text"* ]] || fail "expected \"$text\" under \"$*\", found: $found"
}
# pretend NAME LINE...: an executable that prints these lines instead of what Python answers.
pretend() {
  local name=$1
  shift
  printf '#!/bin/sh\nprintf "%%s\\n"' >"$name"
  printf " '%s'" "$@" >>"$name"
  chmod +x "$name"
}

choice() {
  local python
  expect "BY /usr/bin/python3"
  mkdir path
  printf '#!/bin/sh\ntouch %s/was_run\n' "$work" >path/python3
  chmod +x path/python3
  expect "BY /usr/bin/python3" PATH="$work/path:$PATH"
  [ ! -e was_run ] || fail "a python3 of the PATH was run"
  expect "$work/nowhere/bin/python3 (VIRTUAL_ENV), which is not there" VIRTUAL_ENV="$work/nowhere"
  expect "$work/nowhere/bin/python3 (CONDA_PREFIX), which is not there" CONDA_PREFIX="$work/nowhere"
  expect "no absolute path; SKALD_PYTHON=/path/to/python" SKALD_PYTHON=python3
  expect "/bin/true (SKALD_PYTHON), which does not answer as Python does" SKALD_PYTHON=/bin/true
  expect "BY /usr/bin/python3" SKALD_PYTHON=/usr/bin/python3 VIRTUAL_ENV="$work/nowhere"
  pretend old "3 8"
  expect "$work/old (SKALD_PYTHON), which is Python 3.8; 3.9 or later" SKALD_PYTHON="$work/old"
  pretend pypy "3 10" "$work/pypy" "pypy " ""
  expect "which is pypy; CPython is needed" SKALD_PYTHON="$work/pypy"
  pretend free "3 13" "$work/free" "cpython t" "/lib/libpython3.13t.so"
  expect "without the interpreter's lock" SKALD_PYTHON="$work/free"
  pretend static "3 12" "$work/static" "cpython " ""
  expect "has no shared library libpython3.12.so; install or build it with one (Debian: apt" \
    SKALD_PYTHON="$work/static"
  # Other versions, where they are there: with NumPy they are used, without it they say so.
  for python in ~/.pyenv/versions/3.{9,1[0-4]}*/bin/python3; do
    [ -e "${python%/bin/python3}"/lib/libpython3.so ] || continue
    if "$python" -c "import numpy" 2>/dev/null; then
      expect "BY $python" SKALD_PYTHON="$python"
    else
      expect "No module named 'numpy'; $python -m pip install numpy, or name another" \
        SKALD_PYTHON="$python"
    fi
  done
}

venv() {
  /usr/bin/python3 -m venv --without-pip --system-site-packages env 2>log || {
    echo "skipped: there is no python3-venv"
    exit
  }
  expect "RUNS IN $work/env BY $work/env/bin/python3" VIRTUAL_ENV="$work/env"
  expect "RUNS IN $work/env BY $work/env/bin/python3" CONDA_PREFIX="$work/env"
  cp "$plugin" own.py
  sed 's/^import skald$/import skald, only_here/' -i own.py
  echo >"$(echo env/lib/python3*/site-packages)/only_here.py"
  [[ $("$skald" check own.py 2>&1) == *"No module named 'only_here'"* ]] ||
    fail "the system's Python has the module of the environment"
  export VIRTUAL_ENV=$work/env
  "$skald" check own.py --options '{"step": 0.1}' >log || fail "the kit fails: $(cat log)"
  cat >grid.json <<'END'
{ "name": "env", "seed": 1, "replicates": 2,
  "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 4, "seed": 1},
  "model": {"plugin": "gaussian"}, "sampler": {"plugin": "own", "step": 0.01},
  "run": {"iterations": 200, "chains": 2}, "metrics": ["variance_bias"] }
END
  "$skald" run grid.json --plugin-path "$work/own.py" >log 2>&1 || fail "the sweep: $(cat log)"
  "$skald" query env.db "SELECT plugins FROM environments" --format csv |
    grep -q "in $work/env/bin/python3" || fail "no run names its interpreter"
  hash=$("$skald" query env.db "SELECT hash FROM run_table LIMIT 1" --format csv | tail -1)
  "$skald" rerun env.db "$hash" --plugin-path "$work/own.py" >log 2>&1 || fail "rerun: $(cat log)"
  grep -q identical log || fail "another result: $(cat log)"
}
"$3"
