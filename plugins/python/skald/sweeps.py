"""Grids checked, planned and run by the program."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from skald import tool
from skald.grids import Finding, GridError, GridFile, grid_file
from skald.progress import Event, Line, Progress, quiet
from skald.tables import Facts

Grid = Mapping[str, Any] | str | os.PathLike


def check(grid: Grid, **options: Any) -> list[Finding]:
    """Checks a grid without running it. Returns the notes on it.

    `grid` is a dict or the path of a grid file. Paths in a dict are relative to the current
    directory, and arrays and numbers of NumPy may stand in it. Options are those of `skald check`,
    such as `plugin_path`. Raises GridError with all mistakes, each with its place in the dict or
    its line and column in the file.
    """
    with grid_file(grid) as file:
        findings = _findings(file, options)
    if _has_error(findings):
        raise GridError(findings)
    return findings


def plan(grid: Grid, db: str | os.PathLike | None = None, **options: Any) -> Facts:
    """Returns what running the grid would do, as a dict; nothing is run or stored.

    It has what `skald plan --json` prints: "runs" of the grid, how many of them are "cached",
    "stale", "failed" and "new", "to_run", and the estimated "seconds", "work_seconds" and "bytes";
    and "notes", a list of lines. Grid, database and options are as in `run()`.
    """
    with grid_file(grid) as file, _telling_mistakes(file, options):
        answer = tool.call("plan", {**options, "db": db, "json": True}, file.path)
    return Facts(json.loads(answer.output), notes=answer.notes)


def run(
    grid: Grid,
    db: str | os.PathLike | None = None,
    *,
    progress: bool | Callable[[Progress, Event], None] = True,
    **options: Any,
) -> Facts:
    """Does all runs of a grid that are not in the database yet, and stores them.

    `grid` is as in `check()`; `db` is the file of the results, left out: the grid's NAME.db.
    Options are those of `skald run`, such as `jobs=4` or `retry=["failed", "crashed"]`. `progress`
    shows a line that changes, False shows nothing, and a function is called with what is known so
    far and with each event of `skald run --json`.

    Returns a dict: "database", whether the grid is "complete", the numbers of runs that were
    "cached" or have ended "ok", "diverged" or "failed", the "failures" with the reason of each, and
    "notes". Runs that fail raise nothing.

    Ctrl-C is passed on: runs under way are finished, or stopped by a second one, and
    KeyboardInterrupt follows. All that was stored stays, and the same call goes on. Raises
    GridError for a wrong grid, before anything is run.
    """
    show = progress if callable(progress) else Line() if progress else quiet
    with grid_file(grid) as file, _telling_mistakes(file, options):
        child = tool.Child("run", {**options, "db": db, "json": True}, file.path)
        with child, tool.passing_interrupts(child):
            return _followed(child, show)


def _followed(child: tool.Child, show: Callable[[Progress, Event], None]) -> Facts:
    known = Progress()
    for line in child.lines():
        event = json.loads(line)
        known.take(event)
        show(known, event)
    known.notes += child.end((tool.OK, tool.SOME_RUNS_FAILED, tool.INTERRUPTED)).notes
    return known.facts()


@contextmanager
def _telling_mistakes(file: GridFile, options: Mapping[str, Any]) -> Iterator[None]:
    """If the program refuses in the block, raises the GridError that says where, if any does."""
    try:
        yield
    except tool.ToolError as error:
        if error.code != tool.USAGE:
            raise
        findings = _findings(file, {name: options.get(name) for name in _OPTIONS_OF_PLUGINS})
        if _has_error(findings):
            raise GridError(findings) from None
        raise


# Which all commands have that load plugins.
_OPTIONS_OF_PLUGINS = ("plugin_path", "allow_writable_plugins", "patience")


def _findings(file: GridFile, options: Mapping[str, Any]) -> list[Finding]:
    answer = tool.call("check", {**options, "json": True}, file.path, accept=(tool.OK, tool.USAGE))
    lines = [line for line in answer.output.split("\n") if line]
    if answer.code != tool.OK and not lines:
        raise tool.ToolError("check", answer.code, "\n".join(answer.notes))
    return [file.finding(json.loads(line)) for line in lines]


def _has_error(findings: list[Finding]) -> bool:
    return any(finding.severity == "error" for finding in findings)
