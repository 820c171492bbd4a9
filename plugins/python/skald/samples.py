"""The draws that runs have kept ("keep_samples" in their grid)."""

from __future__ import annotations

import operator
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from skald import tool
from skald.results import Database, query
from skald.tool import SkaldError

if TYPE_CHECKING:
    import arviz
    import xarray


def draws(db: Database, run: SupportsIndex | str) -> np.ndarray:
    """Returns the draws of a run that enter its averages: float64, chains x draws x coefficients.

    `run` is its number in the column "run" of `skald.runs()`, or its hash or the first digits of
    that. Draws whose file is not the one that the database has sealed are refused. Raises
    ToolError if the run has kept none.
    """
    with tempfile.TemporaryDirectory() as folder:
        return np.load(_export(db, run, folder, "npy", ".npy"), allow_pickle=False)


def inference_data(
    db: Database, run: SupportsIndex | str, **options: Any
) -> arviz.InferenceData | dict[str, xarray.Dataset]:
    """Returns the same draws with the names of coefficients and what the run was.

    That is what `skald export --netcdf` writes, with its options: with `log_posterior=True` also
    the group "sample_stats", with `observed_data=True` also "observed_data", beside "posterior". It
    is ArviZ's InferenceData or, where ArviZ is not installed, a dict of the groups, datasets of
    xarray, which then needs netCDF4. `run` is as in `draws()`.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = _export(db, run, folder, "netcdf", ".nc", **options)
        try:
            from arviz import from_netcdf
        except ImportError:
            return _groups(file, options)
        data = from_netcdf(file)
        data.load()  # before the folder goes
        return data


def _groups(file: Path, options: dict[str, Any]) -> dict[str, xarray.Dataset]:
    import xarray

    names = ["posterior"]
    names += ["sample_stats"] if options.get("log_posterior") else []
    names += ["observed_data"] if options.get("observed_data") else []
    return {name: xarray.load_dataset(file, group=name) for name in names}


def _export(
    db: Database, run: SupportsIndex | str, folder: str, form: str, ending: str, **options: Any
) -> Path:
    """Has the program write the run's draws to a file below `folder`, and returns the file."""
    into = Path(folder) / "draws"
    tool.call("export", {**options, form: into, "only": _hash(db, run)}, os.fspath(db))
    (file,) = into.glob("*" + ending)
    return file


def _hash(db: Database, run: SupportsIndex | str) -> str:
    """Returns the hash of a run that is named by its number, or what is given of a hash."""
    if isinstance(run, str):
        return run
    found = query(db, f"SELECT hash FROM runs WHERE id = {operator.index(run)}")["hash"]
    if len(found) == 0:
        raise SkaldError(f"{os.fspath(db)} has no run {run}")
    return found[0]
