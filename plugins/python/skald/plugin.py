"""The contract of plugins in Python: base classes that mean what those of C++ mean.

Blocks are NumPy arrays of shape (d, C), one column per chain, in order "F"; they are lent for one
call and not to be kept (keep a copy). Methods that a class does not override behave as in C++.
Options are attributes of the class, made by skald.option(); instances have their values, and
__init__(self), without further arguments, may raise ValueError if they contradict each other.
docs/python.md has a table of names.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Dict, Iterable, Optional, Sequence, Tuple, Union

try:
    from _skald import Claim, Minibatch, NoiseLaw, Sensitivity, rows, vector_bits
except ImportError:  # in an editor, a notebook or a test of the author's
    from skald.host import Claim, Minibatch, NoiseLaw, Sensitivity, rows, vector_bits

from skald.declaration import option

if TYPE_CHECKING:
    from skald.host import (
        Accountant,
        Array,
        Context,
        MechanismOfRun,
        Observables,
        Problem,
        PublishedClaims,
        Random,
        ReleasePlan,
        Stream,
    )

    RowNumbers = Union[slice, Array]

__all__ = [
    "Claim",
    "Dataset",
    "LangevinLaw",
    "Mechanism",
    "Metric",
    "Minibatch",
    "Model",
    "NoiseLaw",
    "Partition",
    "QuadraticClients",
    "Role",
    "Sampler",
    "Sensitivity",
    "Table",
    "option",
    "rows",
    "vector_bits",
]


class Role(enum.IntEnum):
    """What a stream of random numbers is used for (skald/random.hpp)."""

    dataset = 0
    split = 1
    partition = 2
    start = 3
    noise = 4
    shared_noise = 5
    minibatch = 6
    communication = 7
    reference = 8
    participation = 9
    mechanism = 10
    quantiser = 11
    momentum = 12
    acceptance = 13
    metric = 15
    spread = 16
    plugin_first = 128


class Plugin:
    """What all kinds of plugins have: the kind, a version for people, and a reference."""

    kind = ""
    version = "1"
    reference = ""


class Sampler(Plugin):
    """An algorithm: a Bayesian sampler or an optimiser."""

    kind = "sampler"
    output = "posterior_draws"  # or "point_estimate"
    keeps_time = False  # whether rounds follow context.clients

    def start(self, context: Context, theta: Array) -> None:
        """Take the start of all chains, (d, C). ValueError: the options do not suit the problem."""
        raise NotImplementedError("a sampler has a method start(self, context, theta)")

    def advance(self, context: Context, iterations: int, theta: Array) -> None:
        """Go on from context.iteration and write the estimate of all chains to theta."""
        raise NotImplementedError(
            "a sampler has a method advance(self, context, iterations, theta)"
        )

    def temperature(self) -> float:
        """T > 0 of the target exp(-U / T), or 0 for a chain without noise."""
        return 1.0

    def bias(self) -> Optional[str]:
        """Why estimates do not tend to what they are of, a clause; None: they do."""
        return None

    def rest(self) -> str:
        """Return "unstated", "optimum" or "uniform_optimum": where an optimiser comes to rest."""
        return "unstated"

    def stride(self) -> int:
        """The number of iterations of a call of advance() is a multiple of this."""
        return 1

    def communication_rate(self) -> float:
        """Expected communications per iteration: 1/K or p_c."""
        return 0.0

    def releases(self, problem: Problem, iterations: int, plan: ReleasePlan) -> None:
        """Declare everything that leaves a client: plan.add(...), plan.reads(...), ..."""

    def claims(
        self,
        problem: Problem,
        iterations: int,
        mechanism: MechanismOfRun,
        claims: PublishedClaims,
    ) -> None:
        """Declare the eps that the method's paper claims: claims.claims(source, eps, scope)."""

    def state(self) -> Dict[str, Array]:
        """Return what a checkpoint must keep: a dict of arrays of doubles in order "F".

        The arrays are the algorithm's own memory: written back, they continue the run exactly.
        """
        return {}

    def resize_state(self, columns: Sequence[int]) -> None:
        """Give the arrays of state() these numbers of columns, in the order of state()."""

    def law(self) -> Optional[LangevinLaw]:
        """Return the LangevinLaw of the chain; None if it has none of a known family."""
        return None

    def rounds(
        self, clients: QuadraticClients, strides: int, start: Array
    ) -> Optional[Iterable[Tuple[float, Array]]]:
        """Return what so many strides from a start can lead to: pairs (probability, estimate).

        For the kit, on quadratic potentials, after start(): start (d,) and estimates are deviations
        from the minimiser. Write it from the method's formulas, not by what advance() calls. None:
        rounds can go in too many ways.
        """
        return None

    def is_draw(self, iterations: int) -> bool:
        """Whether theta is a draw after so many iterations; asked of classes that override it."""
        return True


class LangevinLaw:
    """skald/langevin_law.hpp: a chain whose exact law on Gaussian problems is known.

    `weights` has shape (clients,), `gradient_noise` (d, d * clients) or is left out.
    """

    def __init__(
        self,
        kind,
        *,
        step,
        temp=1.0,
        rho=0.0,
        K=0,
        p_c=0.0,
        q_cv=0.0,
        participation="full",
        S=0,
        at_communication=False,
        full_batch=True,
        batch=0,
        weights=(),
        gradient_noise=(),
    ):
        self.kind = kind
        self.step = step
        self.temp = temp
        self.rho = rho
        self.K = K
        self.p_c = p_c
        self.q_cv = q_cv
        self.participation = participation
        self.S = S
        self.at_communication = at_communication
        self.full_batch = full_batch
        self.batch = batch
        self.weights = weights
        self.gradient_noise = gradient_noise


class QuadraticClients:
    """Clients whose potentials are quadratic, in deviations e from the minimiser of their sum."""

    def __init__(self, curvatures, slopes):
        d, clients = slopes.shape
        self.curvatures = [curvatures[:, c * d : (c + 1) * d].copy() for c in range(clients)]
        self.slopes = [slopes[:, c].copy() for c in range(clients)]

    def __len__(self) -> int:
        return len(self.slopes)

    def gradient(self, client: int, e: Array) -> Array:
        """Return grad U_c, of the sum over the client's rows and its share of the prior."""
        return self.curvatures[client] @ e + self.slopes[client]


class Model(Plugin):
    """A statistical model over the rows of a table.

    `rows` are a slice or an array of row numbers, the same for all columns of theta, so that
    `table.features[:, rows]` are their features, one column per row. Unless `together` is true,
    theta has one column: sums by a BLAS may depend on the number of columns, and a chain may not
    depend on how many others there are.
    """

    kind = "model"
    together = False

    def bind(self, table: Any) -> None:
        """Take the table, which outlives the model; its arrays may be kept. Called once."""
        raise NotImplementedError("a model has a method bind(self, table)")

    def dimension(self) -> int:
        """Return d, the number of parameters."""
        raise NotImplementedError("a model has a method dimension(self)")

    def gradient(self, rows: RowNumbers, theta: Array) -> Array:
        """Return the sum over the rows of grad(-log p(row | theta)), shape (d, C)."""
        raise NotImplementedError("a model has a method gradient(self, rows, theta)")

    def potential(self, rows: RowNumbers, theta: Array) -> Array:
        """Return the sum over the rows of -log p(row | theta), shape (C,)."""
        raise NotImplementedError("a model has a method potential(self, rows, theta)")

    def clipped_gradient(self, rows: RowNumbers, clip: float, theta: Array) -> Array:
        """As gradient(), each row's gradient scaled down to norm `clip` where it is longer."""
        raise NotImplementedError

    def prior_gradient(self, theta: Array) -> Array:
        """Return grad U_0(theta), shape (d, C): of the prior."""
        raise NotImplementedError

    def prior_potential(self, theta: Array) -> Array:
        """Return U_0(theta), shape (C,)."""
        raise NotImplementedError

    def classes(self) -> int:
        """Return the number of classes of predict(); 0: the model does not predict classes."""
        return 0

    def predict(self, rows: RowNumbers, theta: Array) -> Array:
        """Return p(class | row, theta), shape (classes, rows); theta has one column."""
        raise NotImplementedError

    def quadratic(self, rows: RowNumbers, prior_share: float) -> Tuple[Array, Array]:
        """Return A (d, d) and mu (d,) where U over rows is 1/2 (theta - mu)' A (theta - mu)."""
        raise NotImplementedError

    equal_curvatures = False  # of quadratic(): whether every row has the same curvature

    def curvature_bounds(self, rows: RowNumbers, prior_share: float) -> Tuple[float, float]:
        """Return m and L with m I <= Hessian of U over rows <= L I."""
        raise NotImplementedError

    def public_curvature(self) -> Dict[str, Any]:
        """Return what follows from the options alone: a dict.

        "prior": (m, L); "largest_row_curvature": L of one row at most; "convex_rows" and
        "convex_when_clipped": booleans (skald/model.hpp, PublicCurvature).
        """
        raise NotImplementedError

    def initialise(self, random: Random, theta: Array) -> None:
        """Set theta to the starts of all chains, by draws of the role `start`."""
        raise NotImplementedError


class Metric(Plugin):
    """A number that is computed from the observables of a run whenever it is recorded."""

    kind = "metric"
    unit = "1"
    preferred = "smaller"  # "larger", "neither", "nearest_zero"
    needs: Tuple[str, ...] = ()  # observables beyond those of every run, such as "covariance"
    sparse = False
    place = 1000
    scale = "real"  # "positive", "share", "count"

    def value(self, observed: Observables) -> float:
        """Return the value; NaN if there is none."""
        raise NotImplementedError("a metric has a method value(self, observed)")

    def notes(self, observed: Observables) -> Iterable[str]:
        """Return sentences that a reader of the value should know."""
        return ()


class Dataset(Plugin):
    """A data set: reads or generates a table."""

    kind = "dataset"

    def load(self, random: Random) -> Table:
        """Return a Table."""
        raise NotImplementedError("a data set has a method load(self, random)")


class Table:
    """What Dataset.load() returns; arrays are copied.

    features: (p, n), one COLUMN per row of data; target: (n,), numbers or class indices; group:
    (n,), natural clients; the first `train` rows are for training (None: all of them); arrays:
    further ones by name, one column per row, or one that all rows share; private_inputs: tuples
    (name, why, remedy) of what was computed from training rows; feature_names: one per feature;
    class_names, group_names: one per class and natural client. The array "intercept", [[k]], says
    that feature k is 1 in every row. Everything is examined when it enters the host: finite
    numbers, labels below `classes`, groups below `groups`.
    """

    def __init__(
        self,
        features,
        target=None,
        *,
        classes=0,
        group=None,
        groups=0,
        train=None,
        arrays=None,
        private_inputs=(),
        feature_names=(),
        target_name="",
        class_names=(),
        group_names=(),
    ):
        self.features = features
        self.target = target
        self.classes = classes
        self.group = group
        self.groups = groups
        self.train = train
        self.arrays = arrays or {}
        self.private_inputs = private_inputs
        self.feature_names = feature_names
        self.target_name = target_name
        self.class_names = class_names
        self.group_names = group_names


class Partition(Plugin):
    """A partition: which client holds which training row."""

    kind = "partition"

    def assign(self, table: Any, random: Random) -> Array:
        """Return the client 0..N-1 of every training row, shape (train,), integers.

        N is the option of the role "clients", or without one, the largest client plus one.
        """
        raise NotImplementedError("a partition has a method assign(self, table, random)")

    def assign_test(self, table: Any, random: Random) -> Optional[Array]:
        """Return the client of every test row, -1 for none; None: test rows are not divided."""
        return None

    def feature_noise(self, client: int, clients: int) -> float:
        """Return the standard deviation of the noise on features of that client's rows."""
        return 0.0


class Mechanism(Plugin):
    """A privacy mechanism."""

    kind = "privacy"

    def prepare(self, accountant: Accountant) -> None:
        """Fix the noise for the whole run. ValueError: the budget cannot be met."""
        raise NotImplementedError("a mechanism has a method prepare(self, accountant)")

    def law(self, client: int) -> NoiseLaw:
        """Return the NoiseLaw of the client's messages; of client -1, of the server's."""
        raise NotImplementedError("a mechanism has a method law(self, client)")

    def claim(self) -> Optional[Claim]:
        """Return the Claim that is made of the noise; None: there is none."""
        return None

    def privatize(
        self,
        random: Random,
        stream: Stream,
        iteration: int,
        sensitivity: Sensitivity,
        message: Array,
    ) -> None:
        """Add noise to every column of `message`, in place."""
        raise NotImplementedError(
            "a mechanism has a method privatize(self, random, stream, iteration, sensitivity, "
            "message)"
        )
