"""FedAvg, as plugins/samplers/fedavg.cpp has it with these options."""

import numpy as np
import skald
from skald import Role


class FedAvg(skald.Sampler):
    """FedAvg: K local SGD steps at S of N clients per round."""

    output = "point_estimate"
    reference = "McMahan et al. (2017)"
    K = skald.option(5, at_least=1, symbol="K", help="local steps per round")
    lr = skald.option(
        0.1, above=0, symbol="eta", help="client learning rate", role="learning_rate"
    )
    batch = skald.option(None, type=int, at_least=1, help="rows of a step; all if omitted")
    S = skald.option(None, type=int, at_least=1, symbol="S", help="clients; all if omitted")

    def stride(self):
        return self.K

    def communication_rate(self):
        return 1 / self.K

    def start(self, context, theta):
        self.clients = context.problem.clients
        self.participants = self.clients if self.S is None else self.S
        if self.participants > self.clients:
            raise ValueError(f"S is {self.S}, more than the number of clients ({self.clients})")
        self.server = theta.copy(order="F")

    def advance(self, context, iterations, theta):
        chains = theta.shape[1]
        together = chains if self.participants == self.clients else 1  # of the same cohort
        for k in range(context.iteration, context.iteration + iterations, self.K):
            for j in range(0, chains, together):
                self.round(context, k, range(j, j + together), self.server[:, j : j + together])
        theta[:] = self.server

    def round(self, context, k, chains, server):
        moves = np.zeros_like(server)
        examples = 0
        for c in context.cohort(self.S, k, chains[0]):
            n = context.problem.examples(c)
            moves -= n * self.move(context, k, chains, c, server)
            examples += n
        server -= 1 / examples * moves
        bits = len(chains) * self.participants * skald.vector_bits(len(server))
        context.ledger.rounds += len(chains)
        context.ledger.bits_up += bits
        context.ledger.bits_down += bits

    def move(self, context, k, chains, c, server):
        y = server.copy(order="F")
        gradient = np.empty_like(y)
        for rows in self.batches(context, k, chains, c):
            context.problem.risk_gradient(c, rows, y, out=gradient)
            gradient *= self.lr
            y -= gradient
        y -= server
        return y

    def batches(self, context, k, chains, c):
        """The rows of K steps: walks through permutations, each drawn when fewer are left."""
        n = context.problem.examples(c)
        if self.batch is None or self.batch >= n:
            return [context.problem.rows(c)] * self.K
        steps = n // self.batch  # of a permutation
        batches = []
        for step in range(self.K):
            first = step % steps * self.batch
            if first == 0:
                order = permutations(context.random, k + step // steps, chains, c, n)
            batches.append(skald.rows(order[first : first + self.batch]))
        return batches

    def state(self):
        return {"server": self.server}


def permutations(random, k, chains, c, n):
    """Shape (n, chains): one of the client's rows for each chain."""
    drawn = [random.sample((Role.minibatch, c), k, j, n, n) for j in chains]
    return np.array(drawn, dtype=np.int32).T
