"""FALD, as plugins/samplers/fald.cpp has it, without partial participation."""

import math

import numpy as np
import skald
from skald import Role


class Fald(skald.Sampler):
    """FALD with K local steps per round. Clients average after every K."""

    reference = "Plassier, Moulines and Durmus (2023), algorithm 2"
    step = skald.option(float, above=0, symbol="h", role="step", help="step size h")
    K = skald.option(5, at_least=1, symbol="K", help="local steps per round")
    temp = skald.option(1.0, at_least=0, symbol="T", help="temperature")
    rho = skald.option(0.0, at_least=0, at_most=1, symbol="rho", help="noise correlation")

    def temperature(self):
        return self.temp

    def stride(self):
        return self.K

    def communication_rate(self):
        return 1 / self.K

    def start(self, context, theta):
        clients = context.problem.clients
        self.weights = [1 / clients] * clients
        self.chains = theta.shape[1]
        self.local = np.tile(theta, len(self.weights)).copy(order="F")  # d x (clients C)

    def client(self, c):
        return self.local[:, c * self.chains : (c + 1) * self.chains]

    def advance(self, context, iterations, theta):
        for k in range(context.iteration, context.iteration + iterations):
            shared = context.random.normal((Role.shared_noise,), k, theta.shape)
            for c, weight in enumerate(self.weights):
                self.local_step(context, k, c, weight, shared)
            if (k + 1) % self.K == 0:
                self.average(context, theta)

    def local_step(self, context, k, c, weight, shared):
        x = self.client(c)
        x -= self.step / weight * context.problem.gradient(c, x)
        scale = math.sqrt(2 * self.step * self.temp)
        x += scale * self.rho * shared
        own = scale * math.sqrt((1 - self.rho**2) / weight)
        context.random.add_normal((Role.noise, c), k, own, x)

    def average(self, context, theta):
        theta[:] = sum(w * self.client(c) for c, w in enumerate(self.weights))
        for c in range(len(self.weights)):
            self.client(c)[:] = theta
        bits = self.chains * len(self.weights) * skald.vector_bits(theta.shape[0])
        context.ledger.rounds += self.chains
        context.ledger.bits_up += bits
        context.ledger.bits_down += bits

    def state(self):
        return {"local": self.local}

    def law(self):
        return skald.LangevinLaw(
            "averaging",
            step=self.step,
            temp=self.temp,
            rho=self.rho,
            K=self.K,
            at_communication=True,
            weights=self.weights,
        )
