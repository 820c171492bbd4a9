"""What a sweep has done so far, and how that is shown while it runs."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from skald.tables import Facts
from skald.tool import SkaldError

Event = Mapping[str, Any]  # a line of `skald run --json`, see schemas/events.schema.json

_VERSION = 1  # of these events
_RESULTS = ("ok", "diverged")  # the statuses of runs with a result
_TOLD_OF_FAILURES = ("hash", "label", "status", "message")
_SECONDS_BETWEEN_LINES = 0.1


class Progress:
    """What the events of a sweep have told so far."""

    def __init__(self) -> None:
        self.total = 0  # runs that are asked for, so far as is known
        self.cached = 0  # those of them that had ended before
        self.statuses: Counter[str] = Counter()  # runs that have ended in this sweep
        self.failures: list[dict[str, Any]] = []  # those of them without a result
        self.notes: list[str] = []
        self.seconds_left: float | None = None
        self.is_complete = False
        self.database = ""

    def take(self, event: Event) -> None:
        """Counts an event. Raises SkaldError if it is of another version of the format."""
        kind = event["event"]
        if kind == "start":
            if event["version"] != _VERSION:
                raise SkaldError(f"this program's events have version {event['version']}, "
                                 f"expected {_VERSION}: install the same version of both")
            self.total, self.cached = event["total"], event["cached"]
        elif kind == "more":
            self.total += event["runs"]
        elif kind == "fewer":
            self.total -= event["runs"]
        elif kind == "run_ended":
            self._take_run(event)
        elif kind == "progress":
            self.seconds_left = event["seconds_left"]
        elif kind == "note":
            self.notes.append(event["text"])
        elif kind == "end":
            self.is_complete, self.database = event["complete"], event["database"]

    def _take_run(self, event: Event) -> None:
        self.statuses[event["status"]] += 1
        if event["status"] not in _RESULTS:
            self.failures.append({name: event[name] for name in _TOLD_OF_FAILURES})

    def line(self) -> str:
        """Returns "12/20 runs, ok 10, diverged 1, failed 1, 3 s left"."""
        done = self.cached + sum(self.statuses.values())
        parts = [f"{done}/{self.total} runs", *(f"{s} {n}" for s, n in self.statuses.items())]
        if self.seconds_left is not None and done < self.total:
            parts.append(f"{self.seconds_left:.0f} s left")
        return ", ".join(parts)

    def facts(self) -> Facts:
        """Returns what `skald.run()` does."""
        ok, diverged = (self.statuses[status] for status in _RESULTS)
        return Facts(
            database=self.database,
            complete=self.is_complete,
            cached=self.cached,
            ok=ok,
            diverged=diverged,
            failed=sum(self.statuses.values()) - ok - diverged,
            failures=self.failures,
            notes=self.notes,
        )


def quiet(progress: Progress, event: Event) -> None:
    """Shows nothing."""


class Line:
    """Shows the progress as one line that changes, on standard error or in a notebook.

    Where neither can change a line, only notes and the last line are written.
    """

    def __init__(self) -> None:
        self._notebook_line = _notebook_line()
        self._shown_at = 0.0

    def __call__(self, progress: Progress, event: Event) -> None:
        if event["event"] == "note":
            self._say(event["text"])
        is_last = event["event"] == "end"
        now = time.monotonic()
        if not is_last and now - self._shown_at < _SECONDS_BETWEEN_LINES:
            return
        self._shown_at = now
        self._show(progress.line(), is_last)

    def _say(self, note: str) -> None:
        clear = "\r\x1b[K" if _is_terminal() else ""
        print(clear + printable(note), file=sys.stderr)

    def _show(self, line: str, is_last: bool) -> None:
        if self._notebook_line:
            self._notebook_line(line)
        elif _is_terminal():
            print(f"\r\x1b[K{line}", end="\n" if is_last else "", file=sys.stderr, flush=True)
        elif is_last:
            print(line, file=sys.stderr)


def printable(text: str) -> str:
    """Returns the text without characters that a terminal would obey."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _notebook_line() -> Callable[[str], None] | None:
    """Returns what replaces a line below the cell; None outside a notebook."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    handle = display({"text/plain": ""}, raw=True, display_id=True)
    return lambda line: handle.update({"text/plain": line}, raw=True)
