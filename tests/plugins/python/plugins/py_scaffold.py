"""SCAFFOLD, as plugins/samplers/scaffold.cpp has it, without compression and privacy."""

import itertools

import numpy as np
import skald
from _rounds import Rounds


class Scaffold(Rounds):
    """SCAFFOLD: local SGD corrected by control variates, options I and II.

    K times y <- y - lr (g_c(y) - c_c + s), with c_c of client c and s = sum_c w_c c_c of the
    server. Then c_c becomes grad F_c(x) (option I), or c_c - s + (x - y) / (K lr) (option II).
    """

    reference = "Karimireddy et al. (2020), algorithm 1"
    K = skald.option(10, at_least=1, symbol="K", help="local steps per round")
    option = skald.option(
        "II",
        one_of=("I", "II"),
        help="control variate: I, the gradient at the state received; II, that of the local steps",
    )
    vectors = 2

    def local_steps(self):
        return self.K

    def rest(self):
        if not self.takes_everything():
            return "unstated"
        return "optimum" if self.weights == "examples" else "uniform_optimum"

    def start(self, context, theta):
        super().start(context, theta)
        self.controls = np.zeros((theta.shape[0], len(self.weight) * theta.shape[1]), order="F")
        self.shared = np.zeros_like(self.server)

    def round(self, context, k):
        self.next_shared = self.shared.copy()
        super().round(context, k)
        self.shared[:] = self.next_shared

    def move(self, context, k, client, chains, x):
        problem, columns = context.problem, client * self.server.shape[1] + chains
        own, shared = self.controls[:, columns], self.shared[:, chains]
        batches = self.batches(context, k, client, chains)
        y = x.copy()
        for _ in range(self.K):
            y -= self.lr * (problem.risk_gradient(client, next(batches), y) - own + shared)
        if self.option == "I":
            new = problem.risk_gradient(client, problem.rows(client), x)
        else:
            new = own - shared + (x - y) / (self.K * self.lr)
        self.controls[:, columns] = new
        self.next_shared[:, chains] += self.weight[client] / sum(self.weight) * (new - own)
        return y - x

    def state(self):
        return {"server": self.server, "shared": self.shared, "controls": self.controls}

    def rounds(self, clients, strides, start):
        """The formulas at the head once more, for every cohort that may be drawn."""
        if not self.takes_everything():
            return None
        N, n = len(clients), np.array(self.examples)
        w = n if self.weights == "examples" else np.ones(N)
        cohorts = list(itertools.combinations(range(N), self.S or N))
        ways = [(start.copy(), np.zeros((N, len(start))), np.zeros(len(start)))]
        for _ in range(strides):
            ways = [self.after(clients, one, w, n, x, c, s) for x, c, s in ways for one in cohorts]
        return [(1 / len(ways), x) for x, _, _ in ways]

    def after(self, clients, cohort, w, n, x, c, s):
        """Return x, c and s after a round."""
        c_next, s_next, move = c.copy(), s.copy(), np.zeros_like(x)
        for i in cohort:
            y = x.copy()
            for _ in range(self.K):
                y = y - self.lr * (clients.gradient(i, y) / n[i] - c[i] + s)
            of_path = c[i] - s + (x - y) / (self.K * self.lr)
            c_next[i] = clients.gradient(i, x) / n[i] if self.option == "I" else of_path
            s_next += w[i] / w.sum() * (c_next[i] - c[i])
            move += w[i] / w[list(cohort)].sum() * (y - x)
        return x + move, c_next, s_next
