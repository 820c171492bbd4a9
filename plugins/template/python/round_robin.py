"""Partition: row i of the training rows goes to client i mod N, as cards are dealt."""

import numpy as np
import skald


class RoundRobin(skald.Partition):
    """Rows dealt to the clients in turn."""

    clients = skald.option(10, at_least=1, symbol="N", role="clients", help="number of clients")

    def assign(self, table, random):
        if self.clients > table.train:
            raise ValueError(
                f"clients is {self.clients}, more than the number of training rows "
                f"({table.train}): lower clients"
            )
        return np.arange(table.train) % self.clients
