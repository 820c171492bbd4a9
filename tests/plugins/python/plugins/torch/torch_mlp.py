"""The shipped model `mlp` with one hidden layer of relu, or none: then it is `softmax`."""

import skald
from torch.nn.functional import cross_entropy, linear, relu


class Mlp(skald.TorchModel):
    """A network with one hidden layer, by autograd."""

    hidden = skald.option(32, at_least=0, help="units of the hidden layer; 0: there is none")
    prior_precision = skald.option(1.0, at_least=0, help="precision of the prior")
    row_by_row = skald.option(False, help="gradients of rows one after the other")

    def bind(self, table):
        super().bind(table)
        if table.classes < 2:
            raise ValueError(f"the target has {table.classes} classes, expected at least 2")
        self.labels = self.target.long()
        inputs = self.features.shape[1]
        widths = [inputs, self.hidden, table.classes] if self.hidden else [inputs, table.classes]
        self.shapes = [(units, before + 1) for before, units in zip(widths, widths[1:])]

    def dimension(self):
        return sum(units * width for units, width in self.shapes)

    def logits(self, theta, rows):
        """theta holds, unit by unit, the weights of a unit and its intercept."""
        parts = theta.split([units * width for units, width in self.shapes])
        layers = [part.view(shape) for part, shape in zip(parts, self.shapes)]
        activations = self.features[rows]
        for layer in layers[:-1]:
            activations = relu(linear(activations, layer[:, :-1], layer[:, -1]))
        return linear(activations, layers[-1][:, :-1], layers[-1][:, -1])

    def log_likelihood(self, theta, rows):
        return -cross_entropy(self.logits(theta, rows), self.labels[rows], reduction="none")

    def log_prior(self, theta):
        return -0.5 * self.prior_precision * theta.square().sum()
