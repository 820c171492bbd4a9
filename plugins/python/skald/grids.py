"""Grid documents as dicts or files, and what the program says is wrong with them, by place.

A place is a tuple of keys and indices: `grid[place[0]][place[1]]...` is the value concerned, as
("sampler", "K") or ("axes", 0, "lr", 2). () is the whole grid.
"""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from skald.tool import SkaldError

Place = tuple[str | int, ...]


@dataclass(frozen=True)
class Finding:
    """Something that the program says about a grid."""

    severity: str  # "error", "warning" or "note"
    message: str
    place: Place | None = None  # in a grid that was given as a dict
    file: str | None = None  # of a grid that was given as a file; lines and columns count from 1
    line: int | None = None  # None: about all of it
    column: int | None = None
    hint: str = ""  # what to do; may be empty

    def __str__(self) -> str:
        if self.place is not None:
            where = "grid" + "".join(f"[{key!r}]" for key in self.place)
        else:
            where = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        hint = f" - {self.hint}" if self.hint else ""
        return f"{where}: {self.severity}: {self.message}{hint}"


class GridError(SkaldError):
    """A grid is wrong. `findings` has every mistake, and the warnings and notes beside them."""

    def __init__(self, findings: list[Finding]):
        super().__init__("\n".join(map(str, findings)))
        self.findings = findings


@dataclass(frozen=True)
class GridFile:
    """A file with a grid document, and what its lines are about."""

    path: str
    places: list[Place] | None = None  # of each line, if the document was a dict

    def finding(self, found: Mapping[str, Any]) -> Finding:
        """Returns an object of `skald check --json` as a finding on what the caller gave."""
        severity, message, line = found["severity"], found["message"], found.get("line")
        hint = found.get("hint", "")
        if self.places is None:
            return Finding(severity, message, None, self.path, line, found.get("column"), hint)
        return Finding(severity, message, self.places[line - 1] if line else (), hint=hint)


@contextmanager
def grid_file(grid: Mapping[str, Any] | str | os.PathLike) -> Iterator[GridFile]:
    """Gives the file of a grid: the one that was named or, of a dict, one while the block lasts.

    The latter is in the current directory, to which paths in the dict are relative. Raises
    FileNotFoundError for a file that is not there, GridError for a dict that is no JSON document.
    """
    if not isinstance(grid, Mapping):
        path = os.fspath(grid)
        if not os.path.exists(path):
            raise FileNotFoundError(f"{path}: there is no such grid")
        yield GridFile(path)
        return
    document = plain(grid, ())
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=os.curdir, prefix=".grid-", suffix=".json"
    ) as file:
        json.dump(document, file, ensure_ascii=False, indent=1)
        file.flush()
        yield GridFile(os.path.relpath(file.name), places_of_lines(document))


def plain(value: Any, place: Place) -> Any:
    """Returns the value as what JSON has: arrays of NumPy as lists, its numbers as Python's.

    Raises GridError, at the place, for a value of any other kind and for NaN and infinities.
    """
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise _fault(place, f"found the key {key!r}, expected a text")
        return {key: plain(each, (*place, key)) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each, (*place, i)) for i, each in enumerate(value)]
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise _fault(place, f"found {value!r}, expected what JSON can say: a text, a finite number, "
                        "True, False, None, a list or a dict")


def _fault(place: Place, message: str) -> GridError:
    return GridError([Finding("error", message, place)])


def places_of_lines(document: Any, place: Place = ()) -> list[Place]:
    """Returns the place that each line is about of what `json.dump(document, indent=1)` writes.

    There each value has a line of its own and, unless it is empty, a list or dict a last line too.
    """
    if isinstance(document, dict):
        members = document.items()
    elif isinstance(document, list):
        members = enumerate(document)
    else:
        return [place]
    within = [each for key, value in members for each in places_of_lines(value, (*place, key))]
    return [place, *within, place] if document else [place]
