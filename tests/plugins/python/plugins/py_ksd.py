"""Kernel Stein discrepancy, as plugins/metrics/ksd.cpp has it."""

import math

import numpy as np
import skald

MOST_DRAWS = 512


class KernelSteinDiscrepancy(skald.Metric):
    """Kernel Stein discrepancy between at most 512 draws and the target.

    The root of the mean of k_p(x, y) over all pairs of draws, where s is the score,
    k_p(x, y) = div_x grad_y k + s(x)' grad_y k + s(y)' grad_x k + k s(x)' s(y), and
    k(x, y) = q^beta with q = c^2 + |x - y|^2.
    """

    reference = "Gorham and Mackey (2017); Liu, Lee and Jordan (2016)"
    unit = "theta^(beta-1)"
    needs = ("thinned_draws", "score")
    sparse = True
    scale = "positive"
    c = skald.option(1.0, above=0, symbol="c", help="scale of the kernel, in units of theta")
    beta = skald.option(-0.5, above=-1, below=0, symbol="beta", help="exponent of the kernel")

    def value(self, observed):
        draws = some_of(observed.thinned_draws)
        if draws.size == 0 or not np.isfinite(draws).all():
            return math.nan
        scores = observed.score(draws)
        if not np.isfinite(scores).all():
            return math.nan
        return math.sqrt(max(self.kernel(draws, scores).mean(), 0))

    def notes(self, observed):
        draws = observed.thinned_draws.shape[1]
        return [f"of {draws} draws, {MOST_DRAWS} are used"] if draws > MOST_DRAWS else []

    def kernel(self, x, s):
        """Return k_p of all pairs of columns."""
        apart = x[:, :, None] - x[:, None, :]
        r2 = (apart**2).sum(axis=0)
        q = self.c**2 + r2
        k = q**self.beta
        slope = 2 * self.beta * k / q  # grad_x k = slope (x - y)
        divergence = -slope * (len(x) + 2 * (self.beta - 1) * r2 / q)
        along = ((s[:, :, None] - s[:, None, :]) * apart).sum(axis=0)
        return divergence - slope * along + k * (s.T @ s)


def some_of(draws):
    """Return at most 512 of the draws, evenly spaced; a copy."""
    n = draws.shape[1]
    kept = min(MOST_DRAWS, n)
    return draws[:, np.arange(kept) * n // max(kept, 1)]
