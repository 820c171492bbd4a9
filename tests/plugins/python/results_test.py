import csv
import io
import math
import os
import shutil
import subprocess
import sys
import unittest
from unittest import mock

import numpy as np

import skald
from skald import tool
from small_study import DIVERGED, RUNS, by_sqlite, changed, database, scratch, two_studies


def listed(table, name):
    """Returns a column as Python's own values, with None for what is missing."""
    return [None if value is None or value != value else value for value in list(table[name])]


def sqlite_columns(db, view):
    return [row[1] for row in by_sqlite(db, f"PRAGMA table_info({view})")]


class Runs(unittest.TestCase):
    def test_every_value_is_that_of_the_database(self):
        db = database()
        table = skald.runs(db)
        self.assertEqual(len(table), RUNS)
        for name in sqlite_columns(db, "run_table"):
            stored = [value for (value,) in by_sqlite(db, f'SELECT "{name}" FROM run_table')]
            if name in list(table.columns):
                self.assertEqual(listed(table, name), stored, name)
            else:
                self.assertEqual(set(stored), {None}, name)

    def test_what_diverged_is_told_and_has_no_value(self):
        table = skald.runs(database())
        diverged = np.asarray(table["status"] == "diverged")
        self.assertEqual(diverged.sum(), DIVERGED)
        self.assertTrue(np.isnan(np.asarray(table["variance_bias"])[diverged]).all())
        self.assertTrue(np.isfinite(np.asarray(table["variance_bias"])[~diverged]).all())

    def test_numbers_have_their_kinds_and_units(self):
        table = skald.runs(database())
        for name, kind in [("run", "i"), ("replicate", "i"), ("p_c", "f"), ("rho", "f"),
                           ("variance_bias", "f"), ("bits_up", "f"), ("eps_spent", "f")]:
            self.assertEqual(table[name].dtype.kind, kind, name)
        self.assertTrue(all(type(hash_of) is str for hash_of in table["hash"]))
        ok = np.asarray(table["status"] == "ok")
        self.assertEqual(set(table["eps_spent"][ok]), {math.inf})
        self.assertEqual(table.attrs["units"]["variance_bias"], "theta^2")
        self.assertEqual(table.attrs["units"]["bits_up"], "bit")

    def test_two_studies_are_told_apart(self):
        db = two_studies()
        for read in (skald.runs, skald.compare, lambda d: skald.curves(d, "variance_bias")):
            with self.assertRaisesRegex(skald.SkaldError, "study='drift' or 'other'"):
                read(db)
        drift, other = skald.runs(db, "drift"), skald.runs(db, "other")
        self.assertEqual((len(drift), set(drift["study"])), (RUNS, {"drift"}))
        self.assertEqual((len(other), set(other["study"])), (6, {"other"}))
        self.assertEqual(len({*drift["run"]} & {*other["run"]}), 2)
        curves = skald.curves(db, "variance_bias", "other")
        self.assertEqual(set(curves["run"]), set(other["run"]))
        self.assertEqual(len(curves), len(set(zip(curves["run"], curves["iteration"]))))

    def test_a_study_without_runs_has_columns_and_no_rows(self):
        with scratch():
            skald.run(changed(), "d.db", limit=0, progress=False)
            table = skald.runs("d.db")
        self.assertEqual(len(table), 0)
        self.assertLess({"run", "status", "p_c", "variance_bias"}, set(table.columns))

    def test_a_study_that_is_not_there_is_refused(self):
        with self.assertRaisesRegex(skald.ToolError, "drift"):
            skald.runs(database(), "drif")

    def test_without_pandas_columns_are_arrays(self):
        with mock.patch.dict(sys.modules, pandas=None):
            table = skald.runs(database())
        self.assertIsInstance(table, skald.Results)
        self.assertEqual(table["replicate"].dtype, np.int64)
        self.assertEqual(len(table), RUNS)


class Curves(unittest.TestCase):
    COLUMNS = ("run", "iteration", "round", "bits_up", "bits_down", "gradient_evaluations",
               "normals", "simulated_seconds", "eps_spent", "wall_seconds", "value")

    def test_every_value_is_that_of_the_database(self):
        db = database()
        table = skald.curves(db, "variance_bias")
        stored = by_sqlite(db, f"SELECT {', '.join(self.COLUMNS)} FROM curves"
                               " WHERE metric = 'variance_bias' ORDER BY run, iteration")
        self.assertGreater(len(stored), RUNS)
        self.assertEqual(list(zip(*(listed(table, name) for name in self.COLUMNS))), stored)
        self.assertEqual(table.attrs["units"], {"value": "theta^2"})

    def test_runs_are_told_apart(self):
        runs, table = skald.runs(database()), skald.curves(database(), "variance_bias")
        known = set(zip(runs["run"], runs["replicate"], runs["status"]))
        self.assertEqual(set(zip(table["run"], table["replicate"], table["status"])), known)
        self.assertEqual(table["iteration"].dtype, np.int64)

    def test_a_metric_that_nobody_recorded_is_refused(self):
        for name in ("variance_bia", "it's", "' OR 1 --"):
            with self.assertRaises(skald.SkaldError) as refused:
                skald.curves(database(), name)
            self.assertIn(f"has recorded {name!r}; recorded are: ", str(refused.exception))
            self.assertIn(" variance_bias", str(refused.exception))

    def test_a_curve_of_one_point_is_one(self):
        with scratch():
            grid = changed(axes=[], replicates=1,
                           run={"iterations": 10, "start": "mode", "record_every": 10})
            skald.run(grid, "one.db", progress=False)
            stored = by_sqlite("one.db", "SELECT iteration, value FROM curves"
                                         " WHERE metric = 'variance_bias'")
            table = skald.curves("one.db", "variance_bias")
            self.assertEqual(list(zip(table["iteration"], table["value"])), stored)
            self.assertEqual(len(stored), 1)


class Comparisons(unittest.TestCase):
    def test_means_are_those_of_the_runs(self):
        runs = skald.runs(two_studies(), "other")
        table = skald.compare(two_studies(), "other", by=["p_c"], metrics=["variance_bias"],
                              where="p_c < 1")
        self.assertEqual(sorted(table["p_c"]), [0.1, 0.2])
        found = zip(table["p_c"], table["variance_bias_mean"], table["variance_bias_n"])
        for p_c, mean, n in found:
            values = np.asarray(runs["variance_bias"])[np.asarray(runs["p_c"] == p_c)]
            self.assertAlmostEqual(mean, np.mean(values))
            self.assertEqual(n, len(values))

    def test_the_table_is_that_of_the_program(self):
        table = skald.compare(database())
        printed = tool.call("compare", {"format": "csv"}, database()).output
        rows = list(csv.DictReader(io.StringIO(printed)))
        self.assertEqual(len(table), len(rows))
        for name in rows[0]:
            for value, row in zip(listed(table, name), rows):
                if value is None:
                    self.assertEqual(row[name], "", name)
                elif isinstance(value, str):
                    self.assertEqual(row[name].removeprefix("'"), value, name)
                else:
                    self.assertEqual(float(row[name]), value, name)

    def test_verdicts_are_among_its_columns(self):
        grid = changed(name="judged", replicates=3, sampler={"plugin": "ula", "step": 0.05},
                       run={"iterations": 6000, "chains": 4, "start": "normal"},
                       metrics=["mean_bias"], axes=[{"step": [0.05, 1e-40]}])
        with scratch():
            skald.run(grid, "judged.db", progress=False)
            table = skald.compare("judged.db")
        self.assertEqual(listed(table, "chains_state"), ["good", "unknown"])
        self.assertEqual(listed(table, "chains_reason"), [None, "stands still"])
        self.assertEqual(listed(table, "r_hat")[1], None)
        self.assertEqual(list(table["acceptance"]), [1, 0])
        self.assertEqual(listed(table, "mean_bias_mark"), ["best", None])


class Queries(unittest.TestCase):
    def test_no_rows_have_columns(self):
        table = skald.query(database(), "failures")
        self.assertEqual((len(table), list(table.columns)[:3]), (0, ["study", "hash", "replicate"]))

    def test_columns_of_one_name_are_refused(self):
        with self.assertRaisesRegex(skald.SkaldError, "called id: tell them apart by AS"):
            skald.query(database(), "SELECT a.id, b.id FROM runs AS a, runs AS b")

    def test_nothing_is_written(self):
        before = by_sqlite(database(), "SELECT count(*) FROM runs")
        for sql in ("DELETE FROM runs", "ATTACH 'other.db' AS other", "-- \nDROP TABLE runs"):
            with scratch(), self.assertRaises(skald.ToolError):
                skald.query(database(), sql)
        self.assertEqual(by_sqlite(database(), "SELECT count(*) FROM runs"), before)

    def test_a_database_that_somebody_has_changed_is_refused(self):
        with scratch():
            shutil.copy(database(), "theirs.db")
            subprocess.run(["sqlite3", "theirs.db", "CREATE TRIGGER t AFTER INSERT ON runs "
                            "BEGIN DELETE FROM runs; END; DROP VIEW run_table; "
                            "CREATE VIEW run_table AS SELECT * FROM runs"], check=True)
            for read in (skald.runs, skald.compare, lambda db: skald.draws(db, 1)):
                with self.assertRaises(skald.ToolError) as refused:
                    read("theirs.db")
                self.assertEqual(refused.exception.code, 5)
            self.assertEqual(os.listdir(), ["theirs.db"])


if __name__ == "__main__":
    unittest.main()
