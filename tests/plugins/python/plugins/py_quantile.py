"""Target skew: every client holds rows between two quantiles of the target."""

import numpy as np
import skald


class Quantile(skald.Partition):
    """Target skew: rows in the order of their targets, cut into pieces of equal size.

    Client c of N holds the training rows of ranks n c / N to n (c + 1) / N.
    """

    clients = skald.option(10, at_least=1, symbol="N", role="clients", help="number of clients")

    def assign(self, table, random):
        if table.target is None:
            raise ValueError("the data set has no target, by whose quantiles rows are divided")
        if self.clients > table.train:
            raise ValueError(
                f"clients is {self.clients}, more than the training rows ({table.train})"
            )
        order = np.argsort(table.target[: table.train], kind="stable")
        client = np.empty(table.train, dtype=int)
        client[order] = np.arange(table.train) * self.clients // table.train
        return client
