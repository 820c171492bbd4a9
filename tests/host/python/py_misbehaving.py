"""The sampler of tests/host/misbehaving.cpp in Python, with what only Python can do wrong."""

import ctypes
import datetime
import math
import os
import sys
import threading
import time

import numpy as np
import skald


class Misbehaving(skald.Sampler):
    """A sampler that walks on a sine. At one iteration it does what its options tell it to."""

    how = skald.option(
        "not",
        one_of=(
            "not", "raise", "exit", "end", "loop", "allocate", "print", "segfault", "nan", "fork",
            "thread", "patch", "close", "recurse", "chance", "clock",
        ),
        help="what it does wrong",
    )  # fmt: skip
    at = skald.option(30, at_least=0, help="the iteration at which it does so")
    milliseconds = skald.option(0.0, at_least=0, help="how long an iteration takes")
    phase = skald.option(0.0, help="where on the sine it begins")

    def start(self, context, theta):
        self.position = np.array(theta, order="F")

    def advance(self, context, iterations, theta):
        for k in range(context.iteration, context.iteration + iterations):
            # A patch is not in state(): a run that goes on in another process makes it again.
            if (k == self.at or k > self.at and self.how == "patch") and self.how != "not":
                getattr(self, "_" + self.how)()
            time.sleep(self.milliseconds / 1000)
            self.position += math.sin(self.phase + k)
        theta[:] = self.position

    def state(self):
        return {"position": self.position}

    def _raise(self):
        self._divide(0)

    def _divide(self, divisor):
        return 1 / divisor

    def _exit(self):
        sys.exit("enough")

    def _end(self):
        os._exit(0)

    def _loop(self):
        while True:
            pass

    def _allocate(self):
        hoard = []
        while True:
            hoard.append(np.ones(1 << 17))

    def _print(self):
        for line in range(1000):
            print("line", line, "of the output")

    def _segfault(self):
        ctypes.string_at(0)

    def _nan(self):
        self.position[:] = np.nan

    def _fork(self):
        os.fork()

    def _thread(self):
        threading.Thread(target=self._loop, daemon=True).start()

    def _patch(self):
        np.zeros = lambda *_: np.ones(1)
        math.sin = lambda _: 0.0

    def _close(self):
        os.closerange(3, 64)

    def _recurse(self):
        self._recurse()

    def _clock(self):
        self.position += datetime.datetime.now().timestamp()

    def _chance(self):
        self.position += np.random.normal()
