"""The shipped model `logistic`, of its log-likelihood alone."""

import skald
from torch.nn.functional import logsigmoid


class Logistic(skald.TorchModel):
    """Binary logistic regression with a Gaussian prior, by autograd."""

    prior_precision = skald.option(1.0, at_least=0, help="precision of the prior")

    def bind(self, table):
        super().bind(table)
        if table.classes != 2:
            raise ValueError(f"the target has {table.classes} classes, expected 2")
        self.sign = 2 * self.target - 1

    def dimension(self):
        return self.features.shape[1]

    def log_likelihood(self, theta, rows):
        return logsigmoid(self.sign[rows] * (self.features[rows] @ theta))

    def log_prior(self, theta):
        return -0.5 * self.prior_precision * theta.square().sum()
