"""Model: location under Student's t noise. Coordinate i of every row x is theta_i plus s times a t
variable with nu degrees of freedom, so that up to a constant
  -log p(x | theta) = sum_i (nu + 1)/2 log(1 + ((theta_i - x_i)/s)^2 / nu).
"""

import numpy as np
import skald


class StudentT(skald.Model):
    """Location of heavy-tailed data: Student's t noise in every coordinate."""

    reference = (
        "Lange, Little and Taylor (1989), Robust Statistical Modeling Using the t Distribution"
    )
    nu = skald.option(4.0, above=0, symbol="ν", help="degrees of freedom")
    scale = skald.option(1.0, above=0, help="scale s of the noise, in units of the data")

    def bind(self, table):
        self.data = table.features  # d x n: one column per row of data

    def dimension(self):
        return self.data.shape[0]

    def gradient(self, rows, theta):
        e = theta - self.data[:, rows]  # d x rows, since theta has one column
        terms = (self.nu + 1) * e / (self.nu * self.scale**2 + e**2)
        return terms.sum(axis=1, keepdims=True)

    def potential(self, rows, theta):
        e = (theta - self.data[:, rows]) / self.scale
        return [(self.nu + 1) / 2 * np.log1p(e**2 / self.nu).sum()]
