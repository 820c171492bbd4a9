"""Sampler: local Langevin steps and averages (Deng et al., 2021). Each of N clients takes K steps
from the server's theta, theta <- theta - N h grad U_c(theta) + sqrt(2 N h T) xi, on minibatches;
then the server's theta is the average of theirs.
"""

import math

import skald
from skald import Role


class LocalLangevin(skald.Sampler):
    """Local Langevin steps of every client, and their average."""

    reference = "Deng et al. (2021)"
    step = skald.option(
        1e-3, above=0, symbol="h", stable_to="2 / L", role="step", help="step size"
    )
    temp = skald.option(1.0, at_least=0, symbol="T", help="temperature T")
    K = skald.option(5, at_least=1, symbol="K", help="local steps per round")
    batch = skald.option(type=int, at_least=1, help="rows per minibatch; all if omitted")

    def temperature(self):
        return self.temp

    def stride(self):
        return self.K

    def communication_rate(self):
        return 1 / self.K

    def start(self, context, theta):
        self.server = theta.copy(order="F")  # d x C: one column per chain
        self.minibatch = skald.Minibatch(self.batch, context.problem, theta.shape[1])

    def advance(self, context, iterations, theta):
        for begin in range(context.iteration, context.iteration + iterations, self.K):
            self.round(context, begin)
        theta[:] = self.server

    def round(self, context, begin):
        clients, (d, chains) = context.problem.clients, self.server.shape
        self.server[:] = sum(self.work(context, begin, c) for c in range(clients)) / clients
        bits = clients * chains * skald.vector_bits(d)
        context.ledger.rounds += chains
        context.ledger.bits_up += bits
        context.ledger.bits_down += bits

    def work(self, context, begin, client):
        """Return the client's theta after K local steps from the server's."""
        theta = self.server.copy(order="F")
        step = self.step * context.problem.clients
        for k in range(begin, begin + self.K):
            rows = self.minibatch.draw(context.random, k, context.problem, client)
            theta -= step * context.problem.gradient(client, rows, theta)
            noise = math.sqrt(2 * step * self.temp)
            context.random.add_normal((Role.noise, client), k, noise, theta)
        return theta

    def state(self):  # what a checkpoint keeps
        return {"server": self.server}

    def law(self):  # may be left out: the target is then the referee
        return skald.LangevinLaw(
            "averaging",
            step=self.step,
            temp=self.temp,
            K=self.K,
            at_communication=True,
            full_batch=self.batch is None,
            batch=self.batch or 0,
        )
