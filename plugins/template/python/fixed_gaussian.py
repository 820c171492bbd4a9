"""Privacy mechanism: every message of L2 sensitivity Delta gets noise N(0, (z Delta)^2 I), with a
given multiplier z. The accountant tells the eps of the whole run at the given delta.
"""

import skald


class FixedGaussian(skald.Mechanism):
    """Gaussian noise with a given multiplier."""

    reference = "Dwork and Roth (2014), The Algorithmic Foundations of Differential Privacy"
    multiplier = skald.option(
        1.0,
        above=0,
        symbol="z",
        help="standard deviation z of the noise as a multiple of the L2 sensitivity",
    )
    delta = skald.option(1e-5, above=0, below=1, help="delta of the (eps, delta) guarantee")

    def prepare(self, accountant):
        """A mechanism that has a budget asks the accountant for its multiplier here."""

    def law(self, client):
        return skald.NoiseLaw("gaussian", self.multiplier)

    def claim(self):
        return skald.Claim(delta=self.delta)

    def privatize(self, random, stream, iteration, sensitivity, message):
        random.add_normal(stream, iteration, self.multiplier * sensitivity.l2, message)
