"""Skald in Python: its results, its commands and, within Skald, plugins."""

import importlib

_HOMES = {
    name: "skald.plugin"
    for name in (
        "Claim",
        "Dataset",
        "LangevinLaw",
        "Mechanism",
        "Metric",
        "Minibatch",
        "Model",
        "NoiseLaw",
        "Partition",
        "Role",
        "Sampler",
        "Sensitivity",
        "Table",
        "option",
        "rows",
        "vector_bits",
    )
}


def __getattr__(name):
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'skald' has no attribute '{name}'")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted(_HOMES)
