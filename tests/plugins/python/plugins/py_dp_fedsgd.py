"""FedSGD under privacy, as plugins/samplers/fedavg.cpp has it for K = 1 with a clip."""

import skald
from _rounds import Rounds
from skald import Role


class DpFedSgd(Rounds):
    """DP-FedSGD: one step of SGD per round, with clipped gradients and noise on every upload.

    y - x = -lr sum_i clipped(g_i(x)) / b over the b rows of a batch. Another value of one row moves
    it by 2 lr clip / b at most.
    """

    clip = skald.option(1.0, above=0, symbol="C", help="clipping norm of each row's gradient")

    def local_steps(self):
        return 1

    def move(self, context, k, client, chains, x):
        rows = next(self.batches(context, k, client, chains))
        gradient = context.problem.clipped_risk_gradient(client, rows, self.clip, rows.count, x)
        move = -self.lr * gradient
        for i, chain in enumerate(chains):
            stream = (Role.mechanism, client, chain)
            sensitivity = self.sensitivity(rows.count)
            context.mechanism.privatize(context.random, stream, k, sensitivity, move[:, i])
        return move

    def sensitivity(self, batch):
        return skald.Sensitivity.of_clipped_sum(self.clip, "replace_one").scaled(self.lr / batch)

    def releases(self, problem, iterations, plan):
        for c in range(problem.clients):
            n = problem.examples(c)
            batch = min(self.batch or n, n)
            plan.add(
                client=c,
                relation="replace_one",
                count=iterations,
                sampling="without_replacement" if batch < n else "none",
                rate=batch / n,
                draws=batch,
                participation=(self.S or problem.clients) / problem.clients,
                has_fixed_cohorts=True,
            )

    def state(self):
        return {"server": self.server}
