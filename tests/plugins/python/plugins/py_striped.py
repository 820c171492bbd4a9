"""Rows dealt in turn, also those of the test set, and noise on the features of later clients."""

import numpy as np
import skald


class Striped(skald.Partition):
    """Rows dealt to the clients in turn, with noise on features that grows with the client.

    The noise on client c of N has standard deviation noise (c + 1) / N.
    """

    clients = skald.option(10, at_least=1, symbol="N", role="clients", help="number of clients")
    noise = skald.option(0.0, at_least=0, help="standard deviation of the last client's noise")

    def assign(self, table, random):
        if self.clients > table.train:
            raise ValueError(
                f"clients is {self.clients}, more than the training rows ({table.train})"
            )
        return np.arange(table.train) % self.clients

    def assign_test(self, table, random):
        return np.arange(table.rows - table.train) % self.clients

    def feature_noise(self, client, clients):
        return self.noise * (client + 1) / clients
