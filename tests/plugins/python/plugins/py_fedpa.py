"""FedPA, as plugins/samplers/fedpa/fedpa.cpp has it, with samples by iterate-averaged SGD."""

import numpy as np
import skald
from _rounds import Rounds


class FedPa(Rounds):
    """FedPA: samples of the clients' posteriors correct their moves for the local covariance.

    After burn_steps of SGD a client takes ell samples, each the mean of avg_steps iterates, and
    moves by Sigma^-1 (mean - x), where Sigma = r I + (1 - r) S for the samples' covariance S and
    r = 1 / (1 + (ell - 1) shrink).
    """

    reference = "Al-Shedivat, Gillenwater, Xing and Rostamizadeh (2021), algorithms 1 and 3"
    ell = skald.option(5, at_least=1, symbol="l", help="samples per client and round")
    burn_steps = skald.option(100, at_least=0, symbol="B", help="steps before the first sample")
    avg_steps = skald.option(20, at_least=1, help="iterates averaged into one sample")
    shrink = skald.option(0.1, at_least=0, symbol="rho", help="shrinkage of the covariance")

    def local_steps(self):
        return self.burn_steps + self.ell * self.avg_steps

    def move(self, context, k, client, chains, x):
        samples = self.samples(context, k, client, chains, x)
        mean = samples.mean(axis=2, keepdims=True)
        r = 1 / (1 + (self.ell - 1) * self.shrink)
        sigma = r * np.eye(len(x))
        if self.ell > 1:
            centred = samples - mean
            sigma = sigma + (1 - r) / (self.ell - 1) * centred @ centred.transpose(0, 2, 1)
        return np.linalg.solve(sigma, mean - x.T[:, :, None])[:, :, 0].T

    def samples(self, context, k, client, chains, x):
        """Return the samples of all chains, (C, d, ell)."""
        y, sums = x.copy(), np.zeros((*x.T.shape, self.ell))
        batches = self.batches(context, k, client, chains)
        for step in range(-self.burn_steps, self.ell * self.avg_steps):
            y -= self.lr * context.problem.risk_gradient(client, next(batches), y)
            if step >= 0:
                sums[:, :, step // self.avg_steps] += y.T
        return sums / self.avg_steps

    def state(self):
        return {"server": self.server}
