"""The program `skald` as a child process: where it is, how it is called, what it complains of.

No shell is involved. What the program prints is data to this package: text that it has read from a
database is never run, opened or taken for a path.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OK, SOME_RUNS_FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130  # exit codes: skald help exit-codes


class SkaldError(Exception):
    """Something cannot be done as it was asked for; the message says why and what to do."""


class ToolError(SkaldError):
    """The program has refused or failed. `code` is its exit code, negative for a signal."""

    def __init__(self, command: str, code: int, complaint: str):
        super().__init__(complaint.strip().removeprefix("skald: ") or _without_words(command, code))
        self.code = code


def _without_words(command: str, code: int) -> str:
    how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return f"skald {command} {how} and said nothing"


@dataclass(frozen=True)
class Answer:
    """What a call of the program has printed."""

    output: str
    notes: list[str]  # the lines of its standard error
    code: int


def executable() -> str:
    """Returns the program: $SKALD, or that of the wheel that this package is of, or the one on
    PATH, or that of the prefix of this package.

    Raises SkaldError if there is none.
    """
    named = os.environ.get("SKALD")
    if named and not shutil.which(named):
        raise SkaldError(f"SKALD={named}: expected the path of the program skald")
    package = Path(__file__).absolute().parent
    beside = _beside_package(package)
    of_wheel = beside if package.parent.name == "site-packages" else None
    found = named or of_wheel or shutil.which("skald") or beside
    if found:
        return found
    raise SkaldError(
        "the program skald is not found: install the Debian package skald, put its folder on PATH,"
        " or set the environment variable SKALD to its path"
    )


def _beside_package(package: Path) -> str | None:
    """Returns PREFIX/bin/skald for PREFIX/lib/python3/dist-packages/skald and the like."""
    lib, prefix = package.parents[2:4]
    return shutil.which(str(prefix / "bin" / "skald")) if lib.name == "lib" else None


def call(command: str, options: Mapping[str, Any], *operands: str, accept=(OK,)) -> Answer:
    """Runs `skald COMMAND` to its end; see `words()` for the options.

    Raises ToolError unless it ends with an exit code in `accept`.
    """
    done = subprocess.run(
        [executable(), command, *words(options, operands)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode not in accept:
        raise ToolError(command, done.returncode, done.stderr)
    return Answer(done.stdout, _lines(done.stderr), done.returncode)


def words(options: Mapping[str, Any], operands: tuple[str, ...] = ()) -> list[str]:
    """Returns command-line words: `max_seconds=3` is --max-seconds=3, `force=True` is --force.

    A list gives the option once for each of its values; None and False leave it out. Operands are
    never taken for options.
    """
    found = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            found.append(option)
        elif isinstance(value, (list, tuple)):
            found += [f"{option}={each}" for each in value]
        elif value is not None and value is not False:
            found.append(f"{option}={value}")
    return [*found, "--", *map(os.fspath, operands)]


class Child:
    """`skald COMMAND` while it runs, for its lines of output one by one.

    It has a process group of its own, so that Ctrl-C reaches it only as `passing_interrupts()`
    passes it on.
    """

    def __init__(self, command: str, options: Mapping[str, Any], *operands: str):
        self._command = command
        self._complaints = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [executable(), command, *words(options, operands)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            encoding="utf-8",
            errors="replace",
            process_group=0,
        )

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_) -> None:
        """Waits for the end; a program that is still under way is interrupted first."""
        self.interrupt()
        self._process.stdout.close()
        self._process.wait()
        self._complaints.close()

    def lines(self) -> Iterator[str]:
        """Returns the lines of its output until it closes that."""
        return iter(self._process.stdout)

    def interrupt(self) -> None:
        """Does what Ctrl-C does, if the program is still under way."""
        self._process.send_signal(signal.SIGINT)

    def end(self, accept: tuple[int, ...]) -> Answer:
        """Waits for the end, after its last line. Raises ToolError as `call()` does."""
        code = self._process.wait()
        self._complaints.seek(0)
        complaint = self._complaints.read().decode("utf-8", "replace")
        if code not in accept:
            raise ToolError(self._command, code, complaint)
        return Answer("", _lines(complaint), code)


@contextmanager
def passing_interrupts(child: Child) -> Iterator[None]:
    """Passes Ctrl-C on to the child, for which the block goes on to wait.

    Raises KeyboardInterrupt after the block if there was one. Outside the main thread, where
    Python delivers no Ctrl-C, nothing is done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came = []

    def pass_on(*_) -> None:
        came.append(True)
        child.interrupt()

    before = signal.signal(signal.SIGINT, pass_on)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
    if came:
        raise KeyboardInterrupt


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]
