"""Rounds of federated optimisation: cohorts, minibatches, the average of the clients' moves."""

import numpy as np
import skald
from skald import Role


class Rounds(skald.Sampler):
    """x <- x + sum_c w_c (y_c - x) / sum_c w_c over a cohort, where move() gives y_c - x.

    A client walks through random permutations of its rows, `batch` at a time; what makes no whole
    batch is left out. Chains have cohorts and minibatches of their own.
    """

    output = "point_estimate"
    lr = skald.option(
        0.1, above=0, symbol="eta", role="learning_rate", help="step size, on the mean loss"
    )
    batch = skald.option(type=int, at_least=1, help="rows of a local step; all if omitted")
    S = skald.option(type=int, at_least=1, symbol="S", help="clients per round; all if omitted")
    weights = skald.option(
        "examples", one_of=("examples", "uniform"), help="weights of moves: n_c, or equal ones"
    )
    vectors = 1  # that travel in each direction

    def local_steps(self):
        """Return the number of local steps of a round."""
        raise NotImplementedError

    def move(self, context, k, client, chains, x):
        """Return y - x of a client in these chains, in the round that begins at iteration k."""
        raise NotImplementedError

    def stride(self):
        return self.local_steps()

    def communication_rate(self):
        return 1 / self.local_steps()

    def start(self, context, theta):
        problem = context.problem
        if self.S is not None and self.S > problem.clients:
            raise ValueError(f"S is {self.S}, more than the number of clients ({problem.clients})")
        self.server = theta.copy(order="F")
        self.examples = [problem.examples(c) for c in range(problem.clients)]
        self.weight = self.examples if self.weights == "examples" else [1] * problem.clients

    def advance(self, context, iterations, theta):
        for k in range(context.iteration, context.iteration + iterations, self.stride()):
            self.round(context, k)
        theta[:] = self.server

    def round(self, context, k):
        takes_part = self.cohorts(context, k)
        moves, total = np.zeros_like(self.server), np.zeros(self.server.shape[1])
        for c, weight in enumerate(self.weight):
            chains = np.flatnonzero(takes_part[c])
            if len(chains) == 0:
                continue
            moves[:, chains] += weight * self.move(context, k, c, chains, self.server[:, chains])
            total[chains] += weight
        self.server += moves / total
        self.count(context.ledger, takes_part.sum())

    def cohorts(self, context, k):
        """Return who takes part: booleans, clients x chains."""
        clients, chains = len(self.weight), self.server.shape[1]
        if self.S is None or self.S == clients:
            return np.ones((clients, chains), dtype=bool)
        takes_part = np.zeros((clients, chains), dtype=bool)
        for j in range(chains):
            takes_part[context.cohort(self.S, k, j), j] = True
        return takes_part

    def count(self, ledger, participants):
        d, chains = self.server.shape
        bits = float(participants * self.vectors * skald.vector_bits(d))
        ledger.rounds += chains
        ledger.bits_up += bits
        ledger.bits_down += bits

    def batches(self, context, k, client, chains):
        """Yield the rows of the client's local steps in the round."""
        n = self.examples[client]
        if self.batch is None or self.batch >= n:
            while True:
                yield context.problem.rows(client)
        stream = (Role.minibatch, client)
        for iteration in range(k, k + self.local_steps()):
            orders = [context.random.sample(stream, iteration, j, n, n) for j in chains]
            order = np.stack(orders, axis=1)
            for first in range(0, n - self.batch + 1, self.batch):
                yield skald.rows(order[first : first + self.batch])

    def takes_everything(self):
        """Whether every local step uses all rows of its client."""
        return self.batch is None or self.batch >= max(self.examples)
