import math
import sys
import unittest
from unittest import mock

import numpy as np

import skald
from skald import tables


class Columns(unittest.TestCase):
    def check(self, values, expected, dtype):
        found = tables.column(values)
        self.assertEqual(found.dtype, dtype)
        np.testing.assert_array_equal(found, expected)

    def test_integers_stay_integers(self):
        self.check([1, 2**62], [1, 2**62], np.int64)

    def test_null_among_numbers_is_nan(self):
        self.check([1, None, 2.5], [1, math.nan, 2.5], np.float64)
        self.check([None, None], [math.nan, math.nan], np.float64)

    def test_no_integer_is_rounded(self):
        self.check([2**53 + 1, None], [2**53 + 1, None], object)
        self.check([2**53, None], [2**53, math.nan], np.float64)

    def test_infinities_are_numbers(self):
        self.check(["Infinity", "-Infinity", None], [math.inf, -math.inf, math.nan], np.float64)

    def test_texts_stay_as_they_are(self):
        self.check(["auto", 3, None, 0.5], ["auto", 3, None, 0.5], object)


class Tables(unittest.TestCase):
    def test_columns_of_one_name_are_refused(self):
        with self.assertRaisesRegex(skald.SkaldError, "called run"):
            tables.read_rows('[\n{"run": 1, "run": 2}\n]')

    def test_a_heading_may_have_commas(self):
        self.assertEqual(tables.read_heading('a,"b,c"\n'), ["a", "b,c"])

    def test_without_pandas_a_table_has_arrays(self):
        with mock.patch.dict(sys.modules, pandas=None):
            table = tables.table({"p_c": np.array([0.1, 0.2]), "n": np.array([3, 4])}, study="s")
        self.assertIsInstance(table, skald.Results)
        self.assertEqual((len(table), table.columns), (2, ["p_c", "n"]))
        self.assertEqual(table.attrs, {"study": "s"})
        self.assertEqual(table["n"].tolist(), [3, 4])
        self.assertEqual(repr(table), "Results of 2 rows: p_c, n")

    def test_notebooks_get_no_foreign_html(self):
        table = skald.Results({"<b>": np.array(["<script>alert(1)</script>"], dtype=object)})
        self.assertIn("&lt;script&gt;", table._repr_html_())
        for shown in (table, tables.Facts(note=["<script>"])):
            self.assertNotIn("<script>", shown._repr_html_())
            self.assertNotIn("<b>", shown._repr_html_())

    def test_notebooks_get_facts_in_words(self):
        html = tables.Facts(cached={"ok": 20, "diverged": 1})._repr_html_()
        self.assertIn("<td>cached</td><td>ok 20, diverged 1</td>", html)


if __name__ == "__main__":
    unittest.main()
