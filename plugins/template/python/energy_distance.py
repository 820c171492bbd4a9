"""Metric: energy distance between the draws of a run, x, and draws from the target, y,
  2 mean |x - y|^a - mean |x - x'|^a - mean |y - y'|^a  >= 0,
where the means are over all pairs, including a point paired with itself; 0 only if both are the
same set.
"""

import math

import numpy as np
import skald


class EnergyDistance(skald.Metric):
    """Energy distance between at most 512 evenly spaced draws of all chains and 512 fixed draws
    from the Gaussian posterior: 2 mean |x-y|^a - mean |x-x'|^a - mean |y-y'|^a
    """

    reference = "Szekely and Rizzo (2013), Energy statistics"
    unit = "theta^a"
    needs = ("thinned_draws", "target_draws")
    sparse = True
    exponent = skald.option(1.0, above=0, below=2, symbol="α", help="exponent of the distances")

    def value(self, observed):
        x, y = observed.thinned_draws, observed.target_draws  # one column per draw
        if x.shape[1] == 0:
            return math.nan
        return 2 * self.mean_distance(x, y) - self.mean_distance(x, x) - self.mean_distance(y, y)

    def mean_distance(self, p, q):
        total = 0.0
        for point in p.T:
            total += (np.linalg.norm(q.T - point, axis=1) ** self.exponent).sum()
        return total / (p.shape[1] * q.shape[1])
