"""Keeps what would make runs irreproducible, or harm the process, from plugins.

Random numbers that no seed of a run decides are refused by name, and so are the sources from which
they are usually seeded, copies of the process, and threads that outlive a call. What is refused
only to plugins stays as it is for the libraries that they use.
"""

import os
import sys

_REMEDY = "use context.random, whose numbers are functions of the run's seed"

_GENERATORS = ("RandomState", "SeedSequence", "MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64")
_ENTROPY = {
    "os": ("urandom", "getrandom"),
    "secrets": (
        "choice",
        "randbelow",
        "randbits",
        "token_bytes",
        "token_hex",
        "token_urlsafe",
        "SystemRandom",
    ),
    "uuid": ("uuid1", "uuid4"),
    "random": ("SystemRandom",),
}
_CLOCKS = (
    "time",
    "monotonic",
    "perf_counter",
    "process_time",
    "thread_time",
    "clock_gettime",
)


def protect():
    """Begin; called once, before any plugin is loaded."""
    import random
    import time

    import numpy

    refuse_functions(numpy.random, "numpy.random", numpy.random.__all__)
    numpy.random.default_rng = _seeded(numpy.random.default_rng)
    for name in _GENERATORS:
        if hasattr(numpy.random, name):
            setattr(numpy.random, name, _seeded_class(getattr(numpy.random, name), "numpy.random"))
    refuse_functions(random, "random", random.__all__)
    random.Random = _seeded_class(random.Random, "random")
    for module, names in _ENTROPY.items():
        _refuse_to_plugins(
            __import__(module), names, "gives numbers that no seed of the run decides"
        )
    clocks = [name + unit for name in _CLOCKS for unit in ("", "_ns")]
    _refuse_to_plugins(time, clocks, "gives another number in every run")
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


def _seeded_class(original, module):
    """The class, whose objects plugins make with a seed alone: the first argument, or by name."""
    refuse = _refusal(f"{module}.{original.__name__}")

    class Seeded(type(original)):
        def __call__(cls, *arguments, **options):
            given = [*arguments[:1], *options.values()]
            if all(value is None for value in given) and _is_plugin(sys._getframe(1)):
                refuse()
            return super().__call__(*arguments, **options)

        def __instancecheck__(cls, instance):
            kind = original if cls is replacement else cls
            return type.__instancecheck__(kind, instance)

    replacement = Seeded(original.__name__, (original,), {"__module__": module})
    return replacement


_LIBRARIES = (os.path.dirname(os.__file__) + os.sep, os.path.dirname(__file__) + os.sep, "<frozen ")


def _is_plugin(frame):
    """Whether the code belongs neither to Python, nor to an installed package, nor to Skald."""
    file = frame.f_code.co_filename
    return not file.startswith(_LIBRARIES) and "-packages" + os.sep not in file


def _refuse_to_plugins(module, names, what):
    for name in names:
        if hasattr(module, name):
            called = f"{module.__name__}.{name}"
            setattr(module, name, _for_libraries(getattr(module, name), called, what))


def _for_libraries(function, name, what):
    def guarded(*arguments, **options):
        if _is_plugin(sys._getframe(1)):
            raise RuntimeError(f"{name}() {what}; {_REMEDY}")
        return function(*arguments, **options)

    return guarded


def refuse_threads(callers):
    """Raise an error if code of a plugin runs in a thread other than these."""
    for thread, frame in sys._current_frames().items():
        while frame is not None and thread not in callers:
            if _is_plugin(frame):
                where = f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"
                raise RuntimeError(
                    f"{where}: in {frame.f_code.co_name}: still runs in a thread after the call "
                    "that began it, where no seed decides when it does what; join() the thread"
                )
            frame = frame.f_back


def _refuse_copies(event, _arguments):
    if event in ("os.fork", "os.forkpty", "os.exec", "os.posix_spawn"):
        raise RuntimeError(f"a plugin may not copy or replace its process ({event})")
