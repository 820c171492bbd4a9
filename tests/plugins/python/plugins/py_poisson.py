"""Poisson regression with a Gaussian prior."""

import numpy as np
import skald


class PoissonRegression(skald.Model):
    """Poisson regression: counts y of mean exp(x' theta), with a Gaussian prior.

    A row (x, y) has U(theta) = exp(x' theta) - y x' theta + log(y!), with the gradient
    (exp(x' theta) - y) x.
    """

    prior_precision = skald.option(1.0, at_least=0, help="precision of the prior of parameters")

    def bind(self, table):
        counts = table.target
        if table.classes or counts is None or (counts < 0).any() or (counts % 1).any():
            raise ValueError("the target is no count; expected whole numbers from 0 on")
        self.x, self.y = table.features, counts
        self.log_factorials = np.log(np.maximum(np.arange(counts.max() + 1), 1)).cumsum()

    def dimension(self):
        return len(self.x)

    def gradient(self, rows, theta):
        x = self.x[:, rows]
        return x @ (np.exp(x.T @ theta) - self.y[rows, None])

    def potential(self, rows, theta):
        z, y = self.x[:, rows].T @ theta, self.y[rows]
        return (np.exp(z) - y[:, None] * z).sum(axis=0) + self.log_factorials[y.astype(int)].sum()

    def clipped_gradient(self, rows, clip, theta):
        x = self.x[:, rows]
        each = x * (np.exp(x.T @ theta) - self.y[rows, None]).T
        return (each / np.maximum(1, np.linalg.norm(each, axis=0) / clip)).sum(axis=1)

    def prior_gradient(self, theta):
        return self.prior_precision * theta

    def prior_potential(self, theta):
        return self.prior_precision / 2 * (theta**2).sum(axis=0)

    def public_curvature(self):
        prior = self.prior_precision
        return {"prior": (prior, prior), "convex_rows": True, "convex_when_clipped": True}
