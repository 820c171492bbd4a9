"""What the recipe of docs/elsewhere.md calls of MLflow, written to files as lines: a stand-in for
where it is not installed. The signatures are MLflow's."""
import contextlib
import json
import pathlib

_state = {"folder": None, "experiment": "Default", "run": None}


def set_tracking_uri(uri):
    assert uri.startswith("file:"), uri
    _state["folder"] = pathlib.Path(uri[len("file:"):])


def set_experiment(experiment_name):
    _state["experiment"] = experiment_name


@contextlib.contextmanager
def start_run(*, run_name=None, tags=None):
    assert _state["run"] is None, "a run is active"
    folder = _state["folder"] / _state["experiment"]
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f"{run_name}.jsonl", "w") as _state["run"]:
        yield
    _state["run"] = None


def _write(**what):
    print(json.dumps(what), file=_state["run"])


def log_params(params):
    for key, value in params.items():
        assert isinstance(key, str) and len(str(value)) <= 6000
        _write(param=key, value=str(value))


def log_metric(key, value, step=None):
    _write(metric=key, value=float(value), step=int(step))
