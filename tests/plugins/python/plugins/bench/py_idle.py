"""A sampler for measurements of what a call costs."""

import skald


class Idle(skald.Sampler):
    """Leaves every chain where it is."""

    def start(self, context, theta):
        pass

    def advance(self, context, iterations, theta):
        pass
