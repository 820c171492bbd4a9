"""Models by automatic differentiation: log_likelihood() in torch, and everything else follows.

For torch 1.13 and later. Sums have one order, hence the same bits in every run: torch has one
thread. Importing it takes a process 1 to 2 s, once.
"""

import math
import warnings

import torch
from skald import guard
from skald.plugin import Model

try:
    from torch.func import grad, vmap
except ImportError:  # torch 1.13 has them elsewhere
    from functorch import grad, vmap

torch.set_num_threads(1)
guard.refuse_functions(
    torch,
    "torch",
    (
        "bernoulli",
        "multinomial",
        "normal",
        "poisson",
        "rand",
        "rand_like",
        "randint",
        "randint_like",
        "randn",
        "randn_like",
        "randperm",
    ),
)

LARGEST_BLOCK = 2**22  # numbers of gradients of single rows that are held at once, 8 bytes each


class TorchModel(Model):
    """A model whose author writes dimension() and log_likelihood().

    Optional are bind(), which calls that of this class first, log_prior(), logits() of a
    classifier, and initialise(). `theta` is a tensor of doubles of shape (d,), a copy; `rows` is a
    slice or a tensor of row numbers, so that `self.features[rows]` has one row per row of data.

    A gradient is one pass forward and one back. Beside the same model in C++ it takes 0.3 to 1.3 ms
    more and, for hundreds of wide rows, twice as long with OpenBLAS. Clipped gradients form
    those of all rows, side by side by vmap: d numbers per row, which shipped models do without,
    and for a network of 25 000 parameters over a hundred times as long as these. Code that vmap
    refuses, say with a branch that depends on numbers, sets `row_by_row`: then every row has passes
    of its own.
    """

    row_by_row = False

    def bind(self, table):
        """Keep views of the table: `features`, shape (n, p), and `target`, (n,) doubles or None.

        They are the host's own memory, which torch would let you write: never change them in place.
        """
        self.features = _view(table.features.T)
        self.target = None if table.target is None else _view(table.target)
        self._classes = table.classes

    def log_likelihood(self, theta, rows):
        """Return log p(row | theta) of each of the rows, a tensor of shape (rows,)."""
        raise NotImplementedError("a model has a method log_likelihood(self, theta, rows)")

    def log_prior(self, theta):
        """Return the logarithm of the prior's density, without axes, up to a constant."""
        return 0 * theta.sum()

    def logits(self, theta, rows):
        """Return scores whose softmax is p(class | row, theta), shape (rows, classes)."""
        raise NotImplementedError

    def potential(self, rows, theta):
        with torch.no_grad():
            return -self._summed(_vector(theta), _chosen(rows)).numpy()

    def gradient(self, rows, theta):
        at = _vector(theta).requires_grad_()
        return _slope(-self._summed(at, _chosen(rows)), at).numpy()

    def clipped_gradient(self, rows, clip, theta):
        if math.isinf(clip):
            return self.gradient(rows, theta)
        at = _vector(theta)
        total = torch.zeros_like(at)
        for some in _numbers(rows).split(max(LARGEST_BLOCK // len(at), 1)):
            gradients = self._gradients_of_rows(at, some)
            norms = gradients.norm(dim=1)
            total += torch.where(norms > clip, clip / norms, torch.ones_like(norms)) @ gradients
        return total.numpy()

    def prior_potential(self, theta):
        with torch.no_grad():
            return -self.log_prior(_vector(theta)).numpy()

    def prior_gradient(self, theta):
        at = _vector(theta).requires_grad_()
        return _slope(-self.log_prior(at), at).numpy()

    def classes(self):
        return 0 if type(self).logits is TorchModel.logits else self._classes

    def predict(self, rows, theta):
        with torch.no_grad():
            return self.logits(_vector(theta), _chosen(rows)).softmax(dim=1).T.numpy()

    def _summed(self, theta, rows):
        """Return the log-likelihood of all rows. ValueError: there is not one value per row."""
        values = self.log_likelihood(theta, rows)
        count = rows.stop - rows.start if isinstance(rows, slice) else len(rows)
        if values.shape != (count,):
            raise ValueError(
                f"log_likelihood() returns a tensor of shape {tuple(values.shape)} for {count} "
                f"rows; expected one value per row, ({count},)"
            )
        return values.sum()

    def _gradients_of_rows(self, theta, rows):
        """Return the gradients of -log p(row | theta), shape (rows, d); rows: a tensor."""

        def potential_of(at, row):
            return -self._summed(at, row.reshape(1))

        if not self.row_by_row:
            return vmap(grad(potential_of), in_dims=(None, 0))(theta, rows)
        at = theta.requires_grad_()
        gradients = torch.empty(len(rows), len(at), dtype=at.dtype)
        for gradient, row in zip(gradients, rows):
            gradient[:] = _slope(potential_of(at, row), at)
        return gradients


def _view(array):
    """Return a tensor of the array's own memory, which the host may have lent to be read only."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of arrays that cannot be written
        return torch.from_numpy(array)


def _vector(theta):
    """Return the one column of an array of shape (d, 1) as a tensor (d,), a copy."""
    return torch.tensor(theta[:, 0])


def _chosen(rows):
    """Return what selects the rows of a tensor: a slice, or a tensor of their numbers."""
    return rows if isinstance(rows, slice) else torch.from_numpy(rows)


def _numbers(rows):
    """Return the numbers of the rows as a tensor."""
    if isinstance(rows, slice):
        return torch.arange(rows.start, rows.stop)
    return torch.from_numpy(rows)


def _slope(value, theta):
    """Return the gradient of a tensor without axes in theta, shape (d,)."""
    return torch.autograd.grad(value, theta)[0]
