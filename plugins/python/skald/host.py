"""What the program gives to plugins: its classes and methods, for editors and for readers.

Within the program these names are its own; elsewhere they can be imported, to annotate and to look
up, and refuse to be called. Arrays are of doubles, one column per chain, in order "F": what a call
writes must be such an array, what it reads may be any array of numbers. Handles are lent for one
call. What is wrong with an argument is a TypeError or ValueError that names it. Examples are tried
by the tests: d parameters, C chains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, NoReturn, Optional, Tuple, Union, overload

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]
    Shape = Tuple[int, int]
    # (role,), (role, client) or (role, client, chain), such as (Role.noise, c)
    Stream = Union[Tuple[int], Tuple[int, int], Tuple[int, int, int]]

EVERYONE = -1  # the client that holds every row


def _refuse(name: str) -> NoReturn:
    raise RuntimeError(
        f"skald.{name} works within Skald alone; try the plugin with skald check FILE.py, or run "
        "it with skald run GRID --plugin-path FOLDER"
    )


class _OfHost:
    """What only the program makes."""

    def __init__(self, *_arguments: Any, **_options: Any) -> None:
        _refuse(type(self).__name__)


class Rows(_OfHost):
    """Rows of one client, for all chains alike or other ones for each.

    >>> problem.rows(0).count
    """

    count: int  # rows per chain

    def row(self, chain: int, r: int) -> int:
        """Return the number of the r-th row of a chain, from 0 within the client.

        >>> problem.rows(0).row(chain=0, r=2)
        """
        _refuse("Rows")


def rows(numbers: Array) -> Rows:
    """Return the rows with these numbers within a client: (count,), or (count, chains).

    >>> rows = skald.rows([0, 2])
    """
    _refuse("rows")


def vector_bits(d: int) -> float:
    """Return the bits of a vector of d doubles.

    >>> context.ledger.bits_up += skald.vector_bits(d)
    """
    _refuse("vector_bits")


class Random(_OfHost):
    """Random numbers as functions of the run's seed, a stream and an iteration.

    The same call returns the same numbers, whatever was drawn before.
    """

    def normal(self, stream: Stream, iteration: int, out: Union[Array, Shape]) -> Array:
        """Return independent N(0, 1) numbers: a new array of that shape, or `out` itself.

        >>> random.normal((Role.noise, 0), context.iteration, (d, C))
        """
        _refuse("Random")

    def add_normal(self, stream: Stream, iteration: int, scale: float, inout: Array) -> None:
        """Add `scale` times those of normal() to the array.

        >>> random.add_normal((Role.noise, 1), context.iteration, 0.1, theta)
        """
        _refuse("Random")

    def uniform(self, stream: Stream, iteration: int, out: Union[Array, Shape]) -> Array:
        """Return independent numbers of [0, 1): a new array of that shape, or `out` itself.

        >>> random.uniform((Role.acceptance,), context.iteration, (1, C))[0]
        """
        _refuse("Random")

    def bits(self, stream: Stream, iteration: int, chain: int, count: int) -> Array:
        """Return `count` random integers of 64 bits, shape (count,).

        >>> random.bits((Role.quantiser, 0), context.iteration, 0, 3)
        """
        _refuse("Random")

    def sample(self, stream: Stream, iteration: int, chain: int, n: int, count: int) -> Array:
        """Return `count` of 0..n-1 without replacement, in random order, shape (count,).

        >>> random.sample((Role.minibatch, 0), context.iteration, 0, problem.examples(0), 2)
        """
        _refuse("Random")


class Problem(_OfHost):
    """A federated problem: clients, their rows, and gradients of their potentials U_c.

    U_c is the sum over the client's rows of -log p(row | theta) plus its share of the prior. Client
    numbers are 0..clients-1, or `everyone`. Gradient evaluations are counted as costs.

    >>> (problem.clients, problem.dimension, problem.everyone)
    """

    everyone: int  # the client that holds every row
    dimension: int  # d
    clients: int  # N

    def examples(self, client: int) -> int:
        """Return n_c, the number of the client's training rows.

        >>> problem.examples(0)
        """
        _refuse("Problem")

    def weight(self, client: int) -> float:
        """Return n_c / n.

        >>> sum(problem.weight(c) for c in range(problem.clients))
        """
        _refuse("Problem")

    def rows(self, client: int) -> Rows:
        """Return all rows of the client.

        >>> problem.gradient(0, problem.rows(0), theta)
        """
        _refuse("Problem")

    @overload
    def gradient(self, client: int, theta: Array, *, out: Optional[Array] = None) -> Array: ...

    @overload
    def gradient(
        self, client: int, rows: Rows, theta: Array, *, out: Optional[Array] = None
    ) -> Array: ...

    def gradient(self, *_arguments: Any, **_options: Any) -> Array:
        """Return grad U_c(theta), (d, C); with rows an unbiased estimate: n_c / count times the sum
        over them, plus the prior's share. Written to `out`, if it is given.

        >>> theta -= 0.1 * problem.gradient(0, theta)
        >>> problem.gradient(0, skald.rows([0, 2]), theta, out=np.empty_like(theta))
        """
        _refuse("Problem")

    def risk_gradient(
        self, client: int, rows: Rows, theta: Array, *, out: Optional[Array] = None
    ) -> Array:
        """Return the gradient of the mean loss U_c / n_c over the rows, (d, C).

        >>> theta -= 0.1 * problem.risk_gradient(0, problem.rows(0), theta)
        """
        _refuse("Problem")

    def clipped_risk_gradient(
        self,
        client: int,
        rows: Rows,
        clip: float,
        batch_size: float,
        theta: Array,
        *,
        out: Optional[Array] = None,
    ) -> Array:
        """As risk_gradient(), each row's gradient clipped to the norm `clip`, their sum divided by
        `batch_size`: the number of rows or, where that is random, its expectation.

        >>> problem.clipped_risk_gradient(0, problem.rows(0), 1.0, problem.examples(0), theta)
        """
        _refuse("Problem")

    def potential(self, client: int, theta: Array) -> Array:
        """Return U_c(theta), (C,). Not counted as a cost.

        >>> sum(problem.potential(c, theta) for c in range(problem.clients))
        """
        _refuse("Problem")

    def prior_share(self, client: int) -> float:
        """Return the client's share of the prior; the shares of all clients add up to 1.

        >>> problem.prior_share(0)
        """
        _refuse("Problem")

    def quadratic(self, client: int) -> Optional[Tuple[Array, Array]]:
        """Return A (d, d) and mu (d, 1) with U_c = 1/2 (theta - mu)' A (theta - mu) + constant;
        None if the model is not Gaussian.

        >>> A, mu = problem.quadratic(0)
        """
        _refuse("Problem")

    def curvature_bounds(self, client: int) -> Optional[Tuple[float, float]]:
        """Return m, L with m I <= Hessian of U_c <= L I; None if the model states none.

        >>> problem.curvature_bounds(problem.everyone)
        """
        _refuse("Problem")


class Minibatch(_OfHost):
    """Minibatch(batch, problem, chains): `batch` rows of a client in each step; None: all of them.

    Rows are drawn without replacement within a step, anew in each, for every chain.

    >>> minibatch = skald.Minibatch(2, problem, C)
    """

    def __init__(self, batch: Optional[int], problem: Problem, chains: int) -> None:
        _refuse("Minibatch")

    def draw(self, random: Random, iteration: int, problem: Problem, client: int) -> Rows:
        """Return the client's rows of that iteration.

        >>> skald.Minibatch(2, problem, C).draw(random, context.iteration, problem, 0)
        """
        _refuse("Minibatch")


class Sensitivity(_OfHost):
    """How far a message moves when one record or client changes by a relation.

    Relations: "add_remove", "replace_one", "zero_out".
    """

    relation: str
    l2: float
    bounded: bool

    @staticmethod
    def of_clipped_sum(clip: float, relation: str) -> Sensitivity:
        """Of a sum of terms with norms of at most `clip`.

        >>> skald.Sensitivity.of_clipped_sum(1.0, "add_remove").l2
        """
        _refuse("Sensitivity")

    @staticmethod
    def of_distance(l2: float, relation: str) -> Sensitivity:
        """Of a message that moves by at most `l2`.

        >>> skald.Sensitivity.of_distance(0.5, "replace_one").bounded
        """
        _refuse("Sensitivity")

    @staticmethod
    def unbounded(relation: str) -> Sensitivity:
        """Of a message without a bound.

        >>> skald.Sensitivity.unbounded("zero_out").relation
        """
        _refuse("Sensitivity")

    def with_l1(self, l1: float) -> Sensitivity:
        """Return the same with a bound of the L1 distance.

        >>> skald.Sensitivity.of_distance(0.5, "replace_one").with_l1(2.0)
        """
        _refuse("Sensitivity")

    def scaled(self, factor: float) -> Sensitivity:
        """Return that of the message times the factor.

        >>> skald.Sensitivity.of_distance(0.5, "replace_one").scaled(1 / 3)
        """
        _refuse("Sensitivity")

    def l1(self, dimension: int) -> float:
        """Return the L1 distance of a message of that dimension.

        >>> skald.Sensitivity.of_distance(0.5, "replace_one").l1(d)
        """
        _refuse("Sensitivity")


class NoiseLaw(_OfHost):
    """NoiseLaw(kind, multiplier=0.0): noise on a message, in multiples of its sensitivity.

    Kinds: "none", "gaussian", "laplace", "discrete_gaussian", "langevin".

    >>> skald.NoiseLaw("gaussian", 1.5).multiplier
    """

    kind: str
    multiplier: float

    def __init__(self, kind: str, multiplier: float = 0.0) -> None:
        _refuse("NoiseLaw")


class Claim(_OfHost):
    """Claim(delta=0.0, adversary="server", accounting="pld"): what is claimed; delta 0 never fails.

    Adversaries: "server", "observer". Accountings: "zcdp", "rdp", "pld", "classical".

    >>> skald.Claim(delta=1e-5, accounting="rdp").delta
    """

    delta: float
    adversary: str
    accounting: str

    def __init__(
        self, delta: float = 0.0, adversary: str = "server", accounting: str = "pld"
    ) -> None:
        _refuse("Claim")


class MechanismOfRun(_OfHost):
    """The privacy mechanism of the run, as a sampler sees it."""

    def law(self, client: int) -> NoiseLaw:
        """Return the noise on the client's messages; of client -1, on the server's.

        >>> context.mechanism.law(0).kind
        """
        _refuse("MechanismOfRun")

    def claim(self) -> Optional[Claim]:
        """Return what is claimed of the noise; None: nothing.

        >>> context.mechanism.claim()
        """
        _refuse("MechanismOfRun")

    def privatize(
        self,
        random: Random,
        stream: Stream,
        iteration: int,
        sensitivity: Sensitivity,
        message: Array,
    ) -> None:
        """Add the noise to every column of the message, in place.

        >>> sensitivity = skald.Sensitivity.of_distance(0.5, "replace_one")
        >>> context.mechanism.privatize(
        ...     random, (Role.mechanism, 0), context.iteration, sensitivity, theta)
        """
        _refuse("MechanismOfRun")


class Accountant(_OfHost):
    """Composes the run's releases, for a mechanism that fixes its noise."""

    clients: int

    def epsilon(self, noise: NoiseLaw, claim: Claim, client: int = EVERYONE) -> float:
        """Return the eps that holds with this noise; inf if none does.

        >>> accountant.epsilon(skald.NoiseLaw("gaussian", 2.0), skald.Claim(delta=1e-5))
        """
        _refuse("Accountant")

    def multiplier(self, kind: str, eps: float, claim: Claim, client: int = EVERYONE) -> float:
        """Return the smallest noise multiplier with that eps.

        >>> accountant.multiplier("gaussian", 1.0, skald.Claim(delta=1e-5), client=0)
        """
        _refuse("Accountant")


class ReleasePlan(_OfHost):
    """Takes what a sampler releases: everything that leaves a client under noise."""

    def add(
        self,
        *,
        client: int = EVERYONE,
        unit: str = "record",
        relation: str = "replace_one",
        count: int,
        steps: int = 1,
        sampling: str = "none",
        rate: float = 1.0,
        draws: int = 0,
        participation: float = 1.0,
        has_fixed_cohorts: bool = False,
        noised_by_server: bool = False,
        own_noise: float = 0.0,
        understatement: float = 1.0,
    ) -> None:
        """Add `count` releases of a client, or of each (skald/release.hpp, Release).

        >>> plan.add(count=iterations, sampling="poisson", rate=0.1)
        """
        _refuse("ReleasePlan")

    def reads(self, name: str, why: str, remedy: str) -> None:
        """Say that the algorithm reads private rows beside its releases.

        >>> plan.reads("start", "the start is the mode of private rows", "choose run.start prior")
        """
        _refuse("ReleasePlan")

    def warns(self, why: str, false_above: float = 0.0) -> None:
        """Add a caveat: why a published guarantee does not hold, or not above that eps.

        >>> plan.warns("the theorem takes a convex loss", false_above=2.0)
        """
        _refuse("ReleasePlan")

    def releases_nothing(self, why: str) -> None:
        """Say that the algorithm has no account, and why.

        >>> plan.releases_nothing("no noise is added")
        """
        _refuse("ReleasePlan")


class PublishedClaims(_OfHost):
    """Takes the eps that a method's paper claims."""

    def claims(self, source: str, eps: float, scope: str) -> None:
        """Add a claim: its source (paper, theorem), eps, and what it covers.

        >>> claims.claims("Theorem 1", 2.0, "one round")
        """
        _refuse("PublishedClaims")

    def claims_nothing(self, why: str) -> None:
        """Say that the paper claims no eps.

        >>> claims.claims_nothing("the paper has no account")
        """
        _refuse("PublishedClaims")


class Ledger(_OfHost):
    """What the run has cost, per chain; a sampler adds to it: ledger.bits_up += bits.

    >>> context.ledger.rounds += C
    """

    rounds: int
    bits_up: float
    bits_down: float
    simulated_seconds: float


class Recorder(_OfHost):
    """Takes what a sampler tells of itself."""

    def record(self, name: str, value: Union[float, Array]) -> None:
        """Record a number, or one per item as a vector, as the metric sampler.NAME.

        >>> context.recorder.record("step", 0.1)
        """
        _refuse("Recorder")


class ClientClock(_OfHost):
    """The clients of a run in simulated time; times are seconds (skald/client_clock.hpp).

    >>> (clock.waits_for_all, clock.deadline, clock.over_selection)
    """

    waits_for_all: bool
    deadline: float
    over_selection: float

    def is_available(self, client: int, time: float) -> bool:
        """Return whether the client is there.

        >>> present = [c for c in range(problem.clients) if clock.is_available(c, 0.0)]
        """
        _refuse("ClientClock")

    def next_change(self, time: float) -> float:
        """Return the first time after `time` at which somebody may come or go; inf: never.

        >>> clock.next_change(60.0)
        """
        _refuse("ClientClock")

    def seconds_to_report(
        self,
        client: int,
        chain: int,
        iteration: int,
        time: float,
        steps: int,
        bits_down: float,
        bits_up: float,
    ) -> float:
        """Return the seconds from a selection at `time` to the report; inf: it never comes.

        >>> clock.seconds_to_report(0, 0, context.iteration, 60.0, 5, 1e6, 1e6)
        """
        _refuse("ClientClock")

    def least_seconds(self, client: int, steps: int, bits_down: float, bits_up: float) -> float:
        """Return the shortest time that the client's report can take.

        >>> clock.least_seconds(0, 5, 1e6, 1e6)
        """
        _refuse("ClientClock")


class Context(_OfHost):
    """What a sampler works with, lent for one call.

    >>> for k in range(context.iteration, context.iteration + 3):
    ...     random.add_normal((Role.noise,), k, 0.1, theta)
    """

    problem: Problem
    random: Random
    mechanism: MechanismOfRun
    ledger: Ledger
    recorder: Recorder
    clients: Optional[ClientClock]  # None: the run has no simulated time
    iteration: int  # iterations completed before the call
    slots: int

    def parallel(
        self,
        n: int,
        f: Callable[[int, int], object],
        then: Optional[Callable[[int, int], object]] = None,
    ) -> None:
        """Call f(i, slot), then then(i, slot), for i = 0..n-1, one after another.

        >>> moves = {}
        >>> context.parallel(3, lambda c, slot: moves.update({c: problem.gradient(c, theta)}))
        """
        _refuse("Context")

    def cohort(self, S: Optional[int], iteration: int, chain: int = 0) -> Array:
        """Return S distinct clients of the round that begins at an iteration, (S,), in order.

        Every subset is equally likely, for each chain on its own. None: all clients. The same call
        returns the same clients.

        >>> for c in context.cohort(2, context.iteration):
        ...     problem.gradient(c, theta)
        """
        _refuse("Context")


class Observables(_OfHost):
    """What a metric sees of a run whenever it is recorded (skald/observables.hpp).

    Only what the metric names in `needs` can be read, beside what every run has: dimension, chains,
    thin, draws, mean, random, cost().

    >>> (observed.dimension, observed.draws * observed.chains)
    """

    dimension: int
    chains: int
    thin: int  # iterations from one draw to the next
    draws: int  # per chain so far
    mean: Array  # (d, 1), NaN before the first draw
    random: Random
    covariance: Array  # (d, d)
    coordinate_batches: Any
    thinned_draws: Array  # (d, n)
    mixing: Any
    potentials: Array  # (1, n)
    target: Tuple[Array, Array]  # mean and covariance
    temp: float
    mode_potential: float
    square_distances: Array  # (C, 1)
    square_distance_error: float
    target_draws: Array  # (d, 512)
    distance_batches: Any
    cell_counts: Array
    exact_law: Any  # None if it is not known
    predictive: Array  # (classes, test rows)
    classes: Array  # (test rows,)
    labels: Array  # (labels, test rows), booleans
    test_clients: Array  # (test rows,)
    mean_prediction: Array  # (classes, test rows)
    reference_prediction: Array  # (classes, test rows)
    reference_draws: Array  # (d, n)
    reference_potentials: Array  # (1, n)
    reference_posterior: Any
    parameter: Array  # (d, 1), with which the data were drawn

    def cost(self, name: str) -> float:
        """Return a cost so far: "rounds", "bits_up", "bits_down", "gradient_evaluations", "normals"
        (per chain), "eps_spent", "published_claim".

        >>> observed.cost("bits_up")
        """
        _refuse("Observables")

    def score(self, theta: Array) -> Array:
        """Return -grad U(theta) / T over all rows, (d, n). Not counted as a cost.

        >>> observed.score(observed.thinned_draws)
        """
        _refuse("Observables")
