import subprocess
import sys
import unittest

import skald


def by_fresh_python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


class Package(unittest.TestCase):
    def test_importing_loads_nothing_else_and_takes_less_than_5_ms(self):
        code = """
import sys, time
before = set(sys.modules)
begin = time.process_time()
import skald
print(time.process_time() - begin, *sorted(set(sys.modules) - before))
"""
        calls = [by_fresh_python(code) for _ in range(5)]
        self.assertEqual({tuple(loaded) for _, *loaded in calls}, {("skald",)})
        self.assertLess(min(float(seconds) for seconds, *_ in calls), 0.005)

    def test_every_name_is_where_the_package_says(self):
        for name, home in skald._HOMES.items():
            self.assertIn(name, dir(skald))
            if home not in ("skald.plugin", "skald.autograd"):
                self.assertEqual(getattr(skald, name).__module__, home, name)

    def test_what_plugins_derive_from_is_there_within_the_program_alone(self):
        with self.assertRaisesRegex(ImportError, "plugins, which run within Skald: skald check"):
            skald.Sampler

    def test_there_is_no_other_name(self):
        with self.assertRaisesRegex(AttributeError, "no attribute 'runz'"):
            skald.runz


if __name__ == "__main__":
    unittest.main()
