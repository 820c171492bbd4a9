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

    def test_plugins_can_be_imported_anywhere_and_what_the_program_makes_refuses_to_be_made(self):
        class Still(skald.Sampler):
            step = skald.option(1e-3, above=0, help="step size")

        self.assertEqual(Still().temperature(), 1.0)
        makes = [
            lambda: skald.NoiseLaw("gaussian", 1.0),
            lambda: skald.Minibatch(1, None, 1),
            lambda: skald.Sensitivity.of_clipped_sum(1.0, "zero_out"),
            lambda: skald.rows([0]),
            skald.Claim,
        ]
        for make in makes:
            with self.assertRaisesRegex(RuntimeError, "within Skald alone; .* skald check FILE.py"):
                make()

    def test_there_is_no_other_name(self):
        with self.assertRaisesRegex(AttributeError, "no attribute 'runz'"):
            skald.runz


if __name__ == "__main__":
    unittest.main()
