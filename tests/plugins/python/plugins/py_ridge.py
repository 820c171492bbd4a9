"""Linear regression with a Gaussian prior, whose posterior is Gaussian."""

import numpy as np
import skald
from skald import Role


class Ridge(skald.Model):
    """Linear regression with noise of variance 1 and a Gaussian prior.

    A row (x, y) has U(theta) = (y - x' theta)^2 / 2 + log(2 pi) / 2.
    """

    prior_precision = skald.option(1.0, above=0, help="precision of the prior of parameters")

    def bind(self, table):
        if table.target is None or table.classes:
            raise ValueError("the target is no number")
        self.x, self.y = table.features, table.target

    def dimension(self):
        return len(self.x)

    def gradient(self, rows, theta):
        x = self.x[:, rows]
        return x @ (x.T @ theta - self.y[rows, None])

    def potential(self, rows, theta):
        error = self.x[:, rows].T @ theta - self.y[rows, None]
        return ((error**2).sum(axis=0) + len(error) * np.log(2 * np.pi)) / 2

    def prior_gradient(self, theta):
        return self.prior_precision * theta

    def prior_potential(self, theta):
        return self.prior_precision / 2 * (theta**2).sum(axis=0)

    def quadratic(self, rows, prior_share):
        x = self.x[:, rows]
        curvature = x @ x.T + prior_share * self.prior_precision * np.eye(len(x))
        return curvature, np.linalg.solve(curvature, x @ self.y[rows])

    def curvature_bounds(self, rows, prior_share):
        values = np.linalg.eigvalsh(self.quadratic(rows, prior_share)[0])
        return float(values[0]), float(values[-1])

    def initialise(self, random, theta):
        random.normal((Role.start, 0), 0, theta)
