import json
import math
import os
import unittest

import numpy as np

import skald
from skald import grids
from small_study import scratch


def at(document, place):
    for key in place:
        document = document[key]
    return document


class Documents(unittest.TestCase):
    def test_every_line_is_about_its_place(self):
        document = {"a": {"b": [1, {"c": 2.5}, []], "d": {}}, "e": "two\nlines \u2028", "f": []}
        lines = json.dumps(document, ensure_ascii=False, indent=1).split("\n")
        places = grids.places_of_lines(document)
        self.assertEqual(len(places), len(lines))
        for line, place in zip(lines, places):
            value = at(document, place)
            if isinstance(value, (dict, list)) and value:
                self.assertRegex(line, r"[][{}],?$")
            else:
                self.assertIn(json.dumps(value, ensure_ascii=False), line)
            if place and isinstance(place[-1], str) and line.strip(" ,") not in ("]", "}"):
                self.assertIn(f'"{place[-1]}":', line)

    def test_numpy_may_stand_in_a_grid(self):
        grid = {"lr": np.array([0.1, 0.2]), "K": np.int64(3), "both": (np.bool_(True), None)}
        self.assertEqual(grids.plain(grid, ()),
                         {"lr": [0.1, 0.2], "K": 3, "both": [True, None]})
        self.assertIs(type(grids.plain(grid, ())["K"]), int)

    def test_what_json_cannot_say_is_refused_at_its_place(self):
        for grid, place, found in [
            ({"axes": [{"lr": [1.0, math.nan]}]}, ("axes", 0, "lr", 1), "nan"),
            ({"axes": [{"lr": np.array([math.inf])}]}, ("axes", 0, "lr", 0), "inf"),
            ({"run": {"budget": {1, 2}}}, ("run", "budget"), "{1, 2}"),
            ({"run": {3: 4}}, ("run",), "key 3"),
        ]:
            with self.assertRaises(skald.GridError) as refused:
                grids.plain(grid, ())
            (finding,) = refused.exception.findings
            self.assertEqual(finding.place, place)
            self.assertIn(found, finding.message)

    def test_the_file_of_a_dict_is_here_and_goes(self):
        with scratch():
            with grids.grid_file({"name": "x"}) as file:
                self.assertEqual(os.path.dirname(os.path.abspath(file.path)), os.getcwd())
                with open(file.path) as text:
                    self.assertEqual(json.load(text), {"name": "x"})
            self.assertEqual(os.listdir(), [])

    def test_a_file_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(FileNotFoundError, "sampler/fald: there is no such grid"):
            skald.check("sampler/fald")


if __name__ == "__main__":
    unittest.main()
