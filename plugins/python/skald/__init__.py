"""Skald in Python: grids are checked and run, and results are read, by the program `skald`; within
it, classes of this package are plugins.

Importing this package loads nothing else: what a name below stands for is loaded at its first use.
Each function says what it returns; tables are pandas DataFrames where pandas is installed, and
`skald.Results`, columns of NumPy arrays, where it is not.
"""

# The names of each module.
_NAMES = {
    "skald.tool": "SkaldError ToolError",
    "skald.grids": "Finding GridError",
    "skald.tables": "Results",
    "skald.sweeps": "check plan run",
    "skald.results": "compare curves query runs",
    "skald.samples": "draws inference_data",
    "skald.declaration": "option",
    # Within the program alone:
    "skald.plugin": "Claim Dataset LangevinLaw Mechanism Metric Minibatch Model NoiseLaw Partition"
    " QuadraticClients Role Sampler Sensitivity Table rows vector_bits",
    "skald.autograd": "TorchModel",
    # What the program gives, for annotations:
    "skald.host": "Accountant ClientClock Context Ledger MechanismOfRun Observables Problem"
    " PublishedClaims Random Recorder ReleasePlan Rows",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}


def __getattr__(name):
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_HOMES})
