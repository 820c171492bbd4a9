"""A study of 8 runs, of which 4 diverge, which is run once for all tests that only read it."""

import contextlib
import copy
import functools
import sqlite3
import tempfile

import skald

# Two clients with exact answers; the second step is far beyond the stable ones. Draws are kept.
GRID = {
    "name": "drift", "seed": 1, "replicates": 2,
    "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 4, "seed": 1},
    "model": {"plugin": "gaussian"},
    "sampler": {"plugin": "fald", "p_c": 0.2, "step": "= p_c * step_bound / 5"},
    "run": {"iterations": 200, "chains": 2, "start": "mode", "keep_samples": True},
    "metrics": ["variance_bias", "bits_up", "eps_spent"],
    "axes": [{"p_c": [0.2, 0.05]},
             {"step": ["= p_c * step_bound / 5", "= 500 * step_bound"]}],
}
RUNS, DIVERGED = 8, 4

_folder = tempfile.TemporaryDirectory(prefix="skald-python-")


def changed(**members):
    """Returns the grid with other members."""
    return {**copy.deepcopy(GRID), **members}


def scratch():
    """Returns a folder of its own as the current one, for a `with` statement."""
    stack = contextlib.ExitStack()
    stack.enter_context(
        contextlib.chdir(stack.enter_context(tempfile.TemporaryDirectory(prefix="skald-python-"))))
    return stack


@functools.cache
def database():
    """Returns the database of the study."""
    with contextlib.chdir(_folder.name):
        skald.run(GRID, "drift.db", progress=False)
    return f"{_folder.name}/drift.db"


@functools.cache
def two_studies():
    """Returns a database with the study above and "other", which shares two of its 6 runs."""
    other = changed(name="other", replicates=3, axes=[{"p_c": [0.2, 0.1]}])
    with contextlib.chdir(_folder.name):
        skald.run(GRID, "two.db", progress=False)
        skald.run(other, "two.db", progress=False)
    return f"{_folder.name}/two.db"


def by_sqlite(db, sql):
    """Returns the rows of a statement as Python's own sqlite3 reads them."""
    with contextlib.closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as connection:
        return connection.execute(sql).fetchall()
