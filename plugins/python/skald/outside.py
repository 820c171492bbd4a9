"""What plugins get from the program, for programs that import a plugin elsewhere: names to import,
annotate with and derive from, which refuse to be used.
"""


def _refusal(name):
    return RuntimeError(
        f"skald.{name} works within Skald alone; try the plugin with skald check FILE.py, or run "
        "it with skald run GRID --plugin-path FOLDER"
    )


class _OfProgram:
    """What the program makes."""

    def __init__(self, *_arguments, **_options):
        raise _refusal(type(self).__name__)


class Claim(_OfProgram):
    """Claim(delta=0.0, adversary="server", accounting="pld"): what a mechanism claims."""


class Minibatch(_OfProgram):
    """Minibatch(batch, problem, chains): draws rows of clients; batch None: all of them."""


class NoiseLaw(_OfProgram):
    """NoiseLaw(kind, multiplier=0.0): the noise on a message, in sensitivities."""


class Sensitivity(_OfProgram):
    """How far one record or client moves a message: of_clipped_sum(), of_distance(), ..."""

    @staticmethod
    def of_clipped_sum(clip, relation):
        """Of a sum of terms with norms of at most `clip`."""
        raise _refusal("Sensitivity")

    @staticmethod
    def of_distance(l2, relation):
        """Of a message that moves by at most `l2`."""
        raise _refusal("Sensitivity")

    @staticmethod
    def unbounded(relation):
        """Of a message without a bound."""
        raise _refusal("Sensitivity")


def rows(numbers):
    """Return the rows with these numbers within a client, (count,) or (count, chains)."""
    raise _refusal("rows")


def vector_bits(d):
    """Return the bits of a vector of d doubles."""
    raise _refusal("vector_bits")
