"""The Laplace mechanism, as plugins/privacy/laplace.cpp has it."""

import numpy as np
import skald


class Laplace(skald.Mechanism):
    """Laplace mechanism: noise of scale b times the L1 sensitivity, given or calibrated."""

    reference = "Dwork, McSherry, Nissim and Smith (2006)"
    eps = skald.option(
        type=float, above=0, symbol="eps", role="noise", help="budget (or noise_multiplier)"
    )
    noise_multiplier = skald.option(
        type=float, at_least=0, symbol="z", role="noise", help="scale over L1 sensitivity (or eps)"
    )
    delta = skald.option(1e-5, above=0, below=1, symbol="delta", help="delta of the guarantee")

    def __init__(self):
        if (self.eps is None) == (self.noise_multiplier is None):
            raise ValueError("expected either eps or noise_multiplier")
        self.multiplier = self.noise_multiplier

    def prepare(self, accountant):
        if self.multiplier is None:
            self.multiplier = accountant.multiplier("laplace", self.eps, self.guarantee())

    def guarantee(self):
        return skald.Claim(delta=self.delta)

    def law(self, client):
        return skald.NoiseLaw("laplace" if self.multiplier > 0 else "none", self.multiplier)

    def claim(self):
        return self.guarantee() if self.multiplier > 0 else None

    def privatize(self, random, stream, iteration, sensitivity, message):
        if self.multiplier == 0:
            return
        centred = random.uniform(stream, iteration, message.shape) - 0.5 + 2.0**-54
        scale = self.multiplier * sensitivity.l1(message.shape[0])
        message += scale * np.sign(centred) * np.log1p(-2 * np.abs(centred))
