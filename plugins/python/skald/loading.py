"""Makes the class of a plugin of a file, and tells what it declares."""

import os
import sys
import types
import zlib

from skald import errors, plugin
from skald.declaration import options_of, summary_of


# Python 3.9 knows only those that are part of the interpreter.
_NAMES_OF_PYTHON = getattr(sys, "stdlib_module_names", sys.builtin_module_names)


def load(file):
    """Run the file and return its Declaration. Raises whatever its code raises.

    Modules that it imports from its own folder are found while it is loaded and at no other time,
    so that all of them are known.
    """
    folder, name = os.path.split(file)
    errors.belongs_to_plugins(folder)
    with open(file, "rb") as source:
        content = source.read()
    module = types.ModuleType(os.path.splitext(name)[0])
    module.__file__ = file
    if module.__name__ in _NAMES_OF_PYTHON or module.__name__ in sys.modules:
        raise ImportError(f"Python has a module {module.__name__}: give the file another name")
    sys.path.insert(0, folder)
    try:
        sys.modules[module.__name__] = module
        exec(compile(content, file, "exec"), module.__dict__)
        sources = _forget_modules_of(folder, module)
    finally:
        sys.modules.pop(module.__name__, None)
        sys.path.remove(folder)
    return Declaration(_class_in(module), module.__name__, content, sources)


class Declaration:
    """What the host has to know of a plugin's class."""

    def __init__(self, made, name, content, sources):
        self.plugin = made
        self.kind = made.kind
        self.name = name
        self.version = made.version
        self.reference = made.reference
        self.summary = summary_of(made)
        self.numerics_revision = _checksum(content, sources)
        self.build_info = _versions()
        self.sources = sources
        self.options = options_of(made)


def _forget_modules_of(folder, plugin_module):
    """Return the files of the modules from the folder; other folders may have some of that name."""
    found = {}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        is_own = file and os.path.dirname(os.path.abspath(file)).startswith(folder)
        if is_own and module is not plugin_module:
            found[name] = file
            del sys.modules[name]
    return sorted(found.values())


def _class_in(module):
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, plugin.Plugin)
        and value.__module__ == module.__name__
        and not value.__name__.startswith("_")
    ]
    if len(own) == 1:
        return own[0]
    found = ", ".join(value.__name__ for value in own) or "none"
    raise TypeError(
        f"{os.path.basename(module.__file__)} has {len(own)} classes of plugins ({found}); "
        "expected one class that derives from skald.Sampler, Model, Metric, Dataset, Partition or "
        'Mechanism. Names of modules and classes that are no plugins begin with "_"'
    )


def _checksum(content, sources):
    """Return a number above 0 that differs where the sources do (CRC-32)."""
    value = zlib.crc32(content)
    for source in sources:
        with open(source, "rb") as file:
            value = zlib.crc32(file.read(), value)
    return value or 1


def interpreter():
    """Return which Python this is, and which libraries of numbers it has: versions and places."""
    from importlib import metadata, util

    parts = [f"Python {sys.version.split()[0]}, {sys.executable}"]
    for name in ("numpy", "torch", "jax"):
        found = util.find_spec(name)
        if found is None or not found.origin:
            parts.append(f"no {name}")
            continue
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            version = getattr(sys.modules.get(name), "__version__", "of unknown version")
        parts.append(f"{name} {version}, {os.path.dirname(os.path.dirname(found.origin))}")
    return "; ".join(parts)


def _versions():
    """Return the versions of Python and of the libraries of numbers that are imported by now, and
    the interpreter.
    """
    words = [f"python-{sys.version.split()[0]}"]
    for name in ("numpy", "scipy", "pandas", "torch", "jax", "sklearn"):
        if name in sys.modules:
            words.append(f"{name}-{getattr(sys.modules[name], '__version__', 'unknown')}")
    return f"{' '.join(words)} in {sys.executable}"
