"""A mistake: numbers that differ from run to run."""

import skald
import torch


class Random(skald.TorchModel):
    """Adds noise to the features."""

    def bind(self, table):
        super().bind(table)
        self.features = self.features + torch.randn(self.features.shape)

    def dimension(self):
        return self.features.shape[1]
