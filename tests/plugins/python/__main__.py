"""Runs all tests of this folder, or those that the arguments name: `python3 tests/plugins/python`.

PYTHONPATH has the package, SKALD the program.
"""

import importlib.util
import os
import sys
import unittest

if importlib.util.find_spec("numpy") is None:
    print("skipped: there is no numpy; ./dev setup python gets it")
    sys.exit(0)
folder = os.path.dirname(os.path.abspath(__file__))
if sys.argv[1:]:
    unittest.main(module=None)
else:
    unittest.main(module=None, argv=["", "discover", "-v", "-s", folder, "-p", "*_test.py"])
