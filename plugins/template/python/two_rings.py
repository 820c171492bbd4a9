"""Data set: points in the plane on two rings around the origin, of radius 1 (class 0) and 2
(class 1), at uniform angles, plus N(0, noise^2) in every coordinate.
"""

import numpy as np
import skald
from skald import Role


class TwoRings(skald.Dataset):
    """Two classes of points on two rings around the origin."""

    rows = skald.option(
        400,
        at_least=10,
        at_most=1e7,
        help="number of rows, the last fifth of which are for testing",
    )
    noise = skald.option(0.1, at_least=0, help="standard deviation of the noise")

    def load(self, random):
        label = np.arange(self.rows) % 2
        angle = 2 * np.pi * random.uniform((Role.dataset,), 0, (self.rows, 1))[:, 0]
        points = np.asfortranarray((1 + label) * [np.cos(angle), np.sin(angle)])  # 2 x rows
        random.add_normal((Role.dataset,), 1, self.noise, points)
        return skald.Table(points, label, classes=2, train=self.rows - self.rows // 5)
