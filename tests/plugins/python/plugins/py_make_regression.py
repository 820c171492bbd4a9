"""Random linear regressions, as plugins/datasets/make_regression.cpp has them."""

import numpy as np
import skald
from skald import Role

INFORMATIVE = 10  # features whose coefficients are not 0


class MakeRegression(skald.Dataset):
    """Random linear regressions, one per client: y = x' w + noise.

    x is standard normal; w has ten coefficients uniform on (0, 100), and zeros after them.
    """

    reference = "Guyon (2003), Design of experiments for the NIPS 2003 variable selection benchmark"
    clients = skald.option(1, at_least=1, symbol="N", role="clients", help="number of clients")
    examples = skald.option(500, at_least=1, symbol="n_c", help="rows per client")
    features = skald.option(10, at_least=1, help="number of features")
    noise = skald.option(0.0, at_least=0, help="standard deviation of the target's noise")

    def load(self, random):
        parts = [self.client(random, c) for c in range(self.clients)]
        return skald.Table(
            np.hstack([x for x, _ in parts]),
            np.concatenate([y for _, y in parts]),
            group=np.repeat(np.arange(self.clients), self.examples),
            groups=self.clients,
        )

    def client(self, random, c):
        stream, p, n = (Role.dataset, c), self.features, self.examples
        x = random.normal(stream, 0, (p * n, 1)).reshape((p, n), order="F")
        noise = random.normal(stream, 1, (n, 1))[:, 0]
        w = 100 * random.uniform(stream, 0, (p, 1))[:, 0]
        w[INFORMATIVE:] = 0
        return x, x.T @ w + self.noise * noise
