"""Tables and facts: from what the program prints to arrays, and from these to notebooks."""

from __future__ import annotations

import csv
import html
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from skald.tool import SkaldError

if TYPE_CHECKING:
    import pandas

_INFINITIES = {"Infinity": math.inf, "-Infinity": -math.inf}  # JSON has no word for them
_LARGEST_EXACT = 2**53  # of the integers up to which every one is a float64
_SHOWN_ROWS = 10


class Results(Mapping):
    """A table without pandas: `results["p_c"]` is a column, a NumPy array.

    `columns` are the names in their order, `len(results)` is the number of rows, and `attrs` says
    what the table is of. Iteration gives names of columns, as that of a DataFrame does.
    """

    def __init__(self, columns: Mapping[str, np.ndarray]):
        self._columns = dict(columns)
        self.attrs: dict[str, Any] = {}

    @property
    def columns(self) -> list[str]:
        return list(self._columns)

    def __getitem__(self, name: str) -> np.ndarray:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return next((len(values) for values in self._columns.values()), 0)

    def __repr__(self) -> str:
        return f"Results of {len(self)} rows: {', '.join(self.columns)}"

    def _repr_html_(self) -> str:
        shown = [[values[row] for values in self._columns.values()]
                 for row in range(min(len(self), _SHOWN_ROWS))]
        return f"{html_table(self.columns, shown)}<p>{len(self)} rows</p>"


class Facts(dict):
    """A dict that notebooks show as a table."""

    def _repr_html_(self) -> str:
        return html_table([], [[name, shown_value(value)] for name, value in self.items()])


def table(columns: Mapping[str, np.ndarray], **attrs: Any) -> pandas.DataFrame | Results:
    """Returns a DataFrame where pandas is installed, else Results; `attrs` are its `.attrs`."""
    try:
        from pandas import DataFrame as Table
    except ImportError:
        Table = Results
    made = Table(columns)
    made.attrs.update(attrs)
    return made


def read_rows(text: str) -> dict[str, np.ndarray]:
    """Returns the columns of a table in the program's JSON, see `column()`; none without rows.

    Raises SkaldError if two columns have the same name.
    """
    rows = json.loads(text, object_pairs_hook=list)
    if not rows:
        return {}
    names = [name for name, _ in rows[0]]
    require_different(names)
    values = zip(*([value for _, value in row] for row in rows))
    return {name: column(of_rows) for name, of_rows in zip(names, values)}


def read_heading(text: str) -> list[str]:
    """Returns the names of the columns of a table in CSV."""
    return next(csv.reader([text]))


def require_different(names: Sequence[str]) -> None:
    """Raises SkaldError if two columns have the same name."""
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise SkaldError(f"several columns are called {', '.join(sorted(twice))}: tell them apart"
                         " by AS")


def column(values: Sequence[Any]) -> np.ndarray:
    """Returns the values of a column, of integers, floats, texts and None, as an array.

    Integers alone are int64. Numbers with None, which becomes NaN, are float64, unless an integer
    among them would change. All others are objects as they are.
    """
    known = [_INFINITIES.get(value, value) for value in values]
    kinds = set(map(type, known))
    if kinds == {int}:
        return np.array(known, dtype=np.int64)
    if kinds <= {int, float, type(None)} and all(map(_is_exact, known)):
        return np.array([math.nan if value is None else value for value in known], dtype=np.float64)
    return np.array(known, dtype=object)


def _is_exact(value: int | float | None) -> bool:
    return not isinstance(value, int) or abs(value) <= _LARGEST_EXACT


def html_table(heading: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Returns a table for a notebook; every text in it is escaped."""

    def row_of(cells: Sequence[Any], tag: str) -> str:
        return "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in cells)

    head = f"<thead><tr>{row_of(heading, 'th')}</tr></thead>" if heading else ""
    body = "".join(f"<tr>{row_of(row, 'td')}</tr>" for row in rows)
    return f"<table>{head}<tbody>{body}</tbody></table>"


def shown_value(value: Any) -> str:
    """Returns a fact as a line or several: a dict as "ok 20, diverged 1"."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {shown_value(each)}" for name, each in value.items())
    if isinstance(value, (list, tuple)):
        return "\n".join(map(shown_value, value))
    return str(value)
