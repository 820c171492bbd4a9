"""Keeps what would make runs irreproducible, or harm the process, from plugins.

Random numbers that no seed of a run decides are refused by name, and so are copies of the process.
"""

import sys

_REMEDY = "use context.random, whose numbers are functions of the run's seed"


def protect():
    """Begin; called once, before any plugin is loaded."""
    import random

    import numpy

    refuse_functions(numpy.random, "numpy.random", numpy.random.__all__)
    numpy.random.default_rng = _seeded(numpy.random.default_rng)
    refuse_functions(random, "random", random.__all__)
    sys.addaudithook(_refuse_copies)


def refuse_functions(module, name, members):
    """Have those of the members that are functions raise an error; `name`: the module's."""
    for member in members:
        found = getattr(module, member)
        if isinstance(found, type) or not callable(found) or member == "default_rng":
            continue
        setattr(module, member, _refusal(f"{name}.{member}"))


def _refusal(name):
    def refused(*_arguments, **_options):
        raise RuntimeError(f"{name}() draws numbers that no seed of the run decides; {_REMEDY}")

    return refused


def _seeded(default_rng):
    def seeded(seed=None):
        if seed is None:
            return _refusal("numpy.random.default_rng")()
        return default_rng(seed)

    return seeded


def _refuse_copies(event, _arguments):
    if event in ("os.fork", "os.forkpty", "os.exec", "os.posix_spawn"):
        raise RuntimeError(f"a plugin may not copy or replace its process ({event})")
