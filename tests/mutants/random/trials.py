"""The tests of a build, as ctest lists them, and how one of them is run: within limits of time and
memory, its processor seconds counted."""
import json
import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass

MEMORY = 8 << 30  # bytes of addresses of each process


@dataclass(frozen=True)
class Test:
    name: str  # as ctest knows it: "grid_test: a start is part of the cell"
    command: tuple
    folder: str
    skipped: str = "skipped: there is no"  # an output that says so counts as no failure

    @property
    def executable(self):
        return self.command[0]


@dataclass(frozen=True)
class Outcome:
    status: str  # passed, failed, hung (it took more time than it may)
    cpu: float  # seconds of the processor, with those of the processes that it started
    wall: float
    output: str


def tests_of(build):
    """All tests of a configured build that have been built."""
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"],
                             capture_output=True, text=True, check=True).stdout
    tests = []
    for test in json.loads(listing)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        if "command" in test:
            tests.append(Test(test["name"], tuple(test["command"]),
                              properties.get("WORKING_DIRECTORY", build)))
    return tests


def _limit(cpu):
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, folder, cpu_limit, wall_limit, environment=None, limited=True):
    """Runs a command, whose session is killed when it has taken wall_limit seconds, or a process of
    it cpu_limit of the processor."""
    begin = time.monotonic()
    cpu_limit = max(1, round(cpu_limit))
    said = tempfile.TemporaryFile()  # not a pipe, which what the command leaves behind may hold
    process = subprocess.Popen(
        command, cwd=folder, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
        stdout=said, stderr=subprocess.STDOUT, start_new_session=True,
        preexec_fn=(lambda: _limit(cpu_limit)) if limited else None)
    late = threading.Event()

    def kill():
        late.set()
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    timer = threading.Timer(wall_limit, kill)
    timer.start()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    timer.cancel()
    said.seek(0)
    output = said.read()
    said.close()
    try:  # what it has left behind
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    text = output.decode(errors="replace")
    hung = late.is_set() or process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    state = "passed" if process.returncode == 0 else "hung" if hung else "failed"
    return Outcome(state, usage.ru_utime + usage.ru_stime, time.monotonic() - begin, text)
