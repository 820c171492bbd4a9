"""Results as tables. The program reads the database, so that a stranger's is examined first."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from skald import tool
from skald.tables import Results, read_heading, read_rows, table
from skald.tool import SkaldError

if TYPE_CHECKING:
    import pandas

Database = str | os.PathLike

# The columns of run_table that hold floats, of which the program's JSON writes 2.0 as 2, among them
# axes with formulas; with the units of metrics.
_FLOATS = """
    SELECT column_name AS name, units FROM metrics WHERE column_name <> ''
    UNION ALL SELECT 'wall_seconds', 's'
    UNION ALL SELECT DISTINCT column_name, NULL FROM axis_names
        JOIN axes ON axes.axis = axis_names.id
        WHERE typeof(axes.value) = 'real' OR (axes.value >= '=' AND axes.value < '>')"""

# Of the view `curves`, and what tells its runs apart.
_CURVE = [
    ("run", "i8"), ("replicate", "i8"), ("status", "U16"), ("iteration", "i8"), ("round", "f8"),
    ("bits_up", "f8"), ("bits_down", "f8"), ("gradient_evaluations", "f8"), ("normals", "f8"),
    ("simulated_seconds", "f8"), ("eps_spent", "f8"), ("wall_seconds", "f8"), ("value", "f8"),
]


def query(db: Database, sql: str) -> pandas.DataFrame | Results:
    """Returns the rows of a statement that reads, or of a view or table by its name.

    Columns of whole numbers alone are int64. In other columns of numbers NULL is NaN and infinities
    are infinities; columns of texts have None for NULL. A DataFrame where pandas is installed, else
    `skald.Results`.
    """
    return table(_columns(db, sql), database=os.fspath(db))


def runs(db: Database, study: str | None = None) -> pandas.DataFrame | Results:
    """Returns a row for each run that the study declares, whatever became of it.

    Columns: study, run, hash, cell, replicate, status ("ok", "diverged", "failed", "crashed",
    "timeout", "out_of_memory"), the axes, the final value of each metric, costs and wall_seconds;
    those that are NULL in every row are left out. Metrics of runs that did not end ok are NaN.
    Columns are int64 where the database has integers alone, float64 for other numbers, infinities
    among them. `attrs["units"]` has the unit of each metric and cost, "" for pure numbers.

    `study` may be left out if the database has only one; SkaldError names them if not.
    """
    name = _study(db, study)
    columns = _columns(db, "run_table", study=name)
    units = {}
    for column, unit in zip(*_columns(db, _FLOATS).values()):
        if column in columns and columns[column].dtype.kind == "i":
            columns[column] = columns[column].astype(np.float64)
        if column in columns and unit is not None:
            units[column] = unit
    return table(columns, database=os.fspath(db), study=name, units=units)


def curves(db: Database, metric: str, study: str | None = None) -> pandas.DataFrame | Results:
    """Returns what was recorded of a metric: a row per run and iteration, in this order.

    Columns: run (as in `runs()`), replicate, status, iteration (local steps done), value, and what
    the run had cost by then: round, bits_up, bits_down, gradient_evaluations, normals,
    simulated_seconds, eps_spent, wall_seconds; NaN where that is not recorded. Curves of runs that
    diverged or failed are among them: see status. `attrs["units"]` has the unit of "value".

    `study` is as in `runs()`. Raises SkaldError if no run of it has recorded the metric.
    """
    name = _study(db, study)
    rows = _curve_rows(db, metric, name)
    if len(rows) == 0:
        raise SkaldError(_without_curve(db, metric, name))
    units = query(db, f"SELECT units FROM metrics WHERE name = {literal(metric)}")["units"][0]
    return table({column: rows[column] for column, _ in _CURVE}, database=os.fspath(db), study=name,
                 metric=metric, units={"value": units})


def compare(db: Database, study: str | None = None, **options: Any) -> pandas.DataFrame | Results:
    """Returns the numbers of `skald compare`: a row per setting, over its replicates.

    Options are those of `skald compare`: `by=["sampler", "p_c"]`, `metrics`, `where`,
    `baseline="sampler = fald"`, `target="w2 <= 0.1"`, `best=3`, ... Several studies side by side
    are "a,b". Types are as in `query()`. `attrs["notes"]` has what the program says beside it.
    """
    name = _study(db, study)
    asked = {**options, "study": name, "format": "json"}
    answer = tool.call("compare", asked, os.fspath(db))
    return table(read_rows(answer.output), database=os.fspath(db), study=name, notes=answer.notes)


def literal(text: str) -> str:
    """Returns a text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"


def _columns(db: Database, sql: str, study: str | None = None) -> dict[str, np.ndarray]:
    columns = read_rows(_read(db, sql, "json", study))
    if columns:
        return columns
    # Without rows, JSON names no columns.
    return {name: np.array([]) for name in read_heading(_read(db, sql, "csv", study))}


def _read(db: Database, sql: str, form: str, study: str | None = None) -> str:
    return tool.call("query", {"format": form, "study": study}, os.fspath(db), sql).output


def _study(db: Database, study: str | None) -> str:
    if study is not None:
        return study
    names = list(query(db, "SELECT name FROM studies ORDER BY id")["name"])
    if len(names) == 1:
        return names[0]
    if not names:
        raise SkaldError(f"{db} holds no study yet: run a grid into it first")
    raise SkaldError(f"{db} holds several studies: say study={' or '.join(map(repr, names))}")


def _curve_rows(db: Database, metric: str, study: str) -> np.ndarray:
    """Returns the rows, with fields as in _CURVE. There are many: CSV is read by NumPy itself."""
    numbers = [f"coalesce(curves.{name}, 'nan')" for name, kind in _CURVE if kind == "f8"]
    text = _read(db, f"""
        SELECT curves.run, runs.replicate, runs.status, curves.iteration, {', '.join(numbers)}
        FROM curves JOIN runs ON runs.id = curves.run
        WHERE curves.study = {literal(study)} AND curves.metric = {literal(metric)}
        ORDER BY curves.run, curves.iteration""", "csv")
    if text.count("\n") < 2:
        return np.empty(0, dtype=_CURVE)
    return np.loadtxt(io.StringIO(text), dtype=_CURVE, delimiter=",", skiprows=1, ndmin=1)


def _without_curve(db: Database, metric: str, study: str) -> str:
    known = query(db, f"SELECT DISTINCT metric FROM curves WHERE study = {literal(study)}"
                      " ORDER BY metric")["metric"]
    return (f"no run of study {study!r} in {db} has recorded {metric!r}; recorded are: "
            f"{', '.join(known) or 'none'}")
