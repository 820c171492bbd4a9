import hashlib
import importlib.util
import json
import os
import pathlib
import shutil
import sys
import tempfile
import types
import unittest
from unittest import mock

import numpy as np

import skald
from small_study import by_sqlite, changed, database, scratch


def a_run():
    """Returns the number of a run that has kept its draws; those that diverged have none."""
    ((run,),) = by_sqlite(database(), "SELECT min(id) FROM runs WHERE status = 'ok'")
    return run


def kept_file(db, run):
    """Returns the file of a run's draws and what the database says of it."""
    ((hash_of, said),) = by_sqlite(db, f"""
        SELECT hash, CAST(content AS TEXT) FROM runs JOIN artifacts ON artifacts.run = runs.id
        WHERE runs.id = {run} AND name = 'samples'""")
    return pathlib.Path(f"{db}.samples/{hash_of}.npy"), json.loads(said)


class Draws(unittest.TestCase):
    def test_they_are_those_of_the_file(self):
        file, said = kept_file(database(), a_run())
        self.assertEqual(hashlib.sha256(file.read_bytes()).hexdigest(), said["sha256"])
        found = skald.draws(database(), a_run())
        self.assertEqual(found.dtype, np.float64)
        self.assertEqual(list(found.shape), said["shape"])
        np.testing.assert_array_equal(found, np.load(file, allow_pickle=False))

    def test_a_run_may_be_named_by_its_hash_or_its_number(self):
        table = skald.runs(database())
        (row,) = np.flatnonzero(table["run"] == a_run())
        hash_of, run = table["hash"][row], table["run"][row]
        for name in (hash_of, hash_of[:12], run, int(run)):
            np.testing.assert_array_equal(skald.draws(database(), name),
                                          np.load(kept_file(database(), run)[0]))

    def test_a_run_that_is_not_there_is_told(self):
        with self.assertRaisesRegex(skald.SkaldError, "has no run 999"):
            skald.draws(database(), 999)
        with self.assertRaises(TypeError):
            skald.draws(database(), 1.5)

    def test_draws_that_were_changed_are_refused(self):
        with scratch():
            shutil.copy(database(), "copy.db")
            shutil.copytree(f"{database()}.samples", "copy.db.samples")
            file, _ = kept_file("copy.db", a_run())
            np.save(file, np.zeros((2, 1, 4)))
            with self.assertRaises(skald.ToolError) as refused:
                skald.draws("copy.db", a_run())
            self.assertEqual(refused.exception.code, 5)

    def test_a_run_without_draws_says_what_keeps_them(self):
        with scratch():
            without = changed(axes=[], replicates=1, run={"iterations": 20})
            skald.run(without, "n.db", progress=False)
            with self.assertRaisesRegex(skald.ToolError, "keep_samples"):
                skald.draws("n.db", 1)


@unittest.skipIf(importlib.util.find_spec("netCDF4") is None, "there is no netCDF4")
@unittest.skipIf(importlib.util.find_spec("xarray") is None, "there is no xarray")
class InferenceData(unittest.TestCase):
    def check(self, groups):
        posterior = groups["posterior"]
        self.assertEqual(posterior["theta"].dims[:2], ("chain", "draw"))
        np.testing.assert_array_equal(posterior["theta"].values, skald.draws(database(), a_run()))
        self.assertEqual(posterior.attrs["study"], "drift")
        self.assertEqual(groups["sample_stats"]["lp"].shape, posterior["theta"].shape[:2])

    def test_without_arviz_groups_are_datasets(self):
        with mock.patch.dict(sys.modules, arviz=None):
            groups = skald.inference_data(database(), a_run(), log_posterior=True)
            self.assertEqual(list(groups), ["posterior", "sample_stats"])
            self.check(groups)
            self.assertEqual(list(skald.inference_data(database(), a_run())), ["posterior"])

    def test_arviz_has_read_the_file_before_it_goes(self):
        class Lazy(dict):
            def load(self):
                self["posterior"] = xarray.load_dataset(self["file"], group="posterior")

        import xarray

        arviz = types.ModuleType("arviz")
        arviz.from_netcdf = lambda file: Lazy(file=file)
        with mock.patch.dict(sys.modules, arviz=arviz):
            found = skald.inference_data(database(), a_run())
        self.assertFalse(found["file"].exists())
        np.testing.assert_array_equal(found["posterior"]["theta"], skald.draws(database(), a_run()))

    @unittest.skipIf(importlib.util.find_spec("arviz") is None, "there is no arviz")
    def test_with_arviz_they_are_its_own(self):
        self.check(skald.inference_data(database(), a_run(), log_posterior=True))

    def test_no_file_is_left(self):
        with scratch(), mock.patch.object(tempfile, "tempdir", os.getcwd()):
            skald.draws(database(), a_run())
            skald.inference_data(database(), a_run())
            self.assertEqual(os.listdir(), [])


if __name__ == "__main__":
    unittest.main()
