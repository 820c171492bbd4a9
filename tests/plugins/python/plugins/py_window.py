"""Langevin steps of which every m-th is a draw, with a window over the last draws."""

import math

import numpy as np
import skald
from skald import Role


class Window(skald.Sampler):
    """The unadjusted Langevin algorithm, of which every m-th iterate is a draw.

    It records the spread of its last draws, which are part of its state: there are fewer of them in
    the beginning.
    """

    step = skald.option(1e-3, above=0, symbol="h", role="step", help="step size")
    every = skald.option(2, at_least=1, symbol="m", help="iterations from draw to draw")
    window = skald.option(3, at_least=1, help="draws whose spread is recorded")

    def start(self, context, theta):
        self.theta = theta.copy(order="F")
        self.last = np.empty((len(theta), 0), order="F")

    def advance(self, context, iterations, theta):
        problem = context.problem
        for k in range(context.iteration, context.iteration + iterations):
            self.theta -= self.step * problem.gradient(problem.everyone, self.theta)
            context.random.add_normal((Role.noise,), k, math.sqrt(2 * self.step), self.theta)
            if self.is_draw(k + 1):
                self.keep(context)
        theta[:] = self.theta

    def keep(self, context):
        most = self.window * self.theta.shape[1]
        last = np.concatenate([self.last, self.theta], axis=1)[:, -most:]
        self.last = np.asfortranarray(last)
        context.recorder.record("window_spread", float(self.last.std()))

    def is_draw(self, iterations):
        return iterations % self.every == 0

    def bias(self):
        return "steps of finite size widen the law"

    def rest(self):
        return "unstated"

    def claims(self, problem, iterations, mechanism, claims):
        claims.claims_nothing("the algorithm is not private")

    def state(self):
        return {"theta": self.theta, "last": self.last}

    def resize_state(self, columns):
        self.theta, self.last = (np.zeros((len(self.theta), n), order="F") for n in columns)

    def law(self):
        if self.every > 1:  # the law is that of a chain of which every iterate is a draw
            return None
        return skald.LangevinLaw("single_chain", step=self.step)
