import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import skald

PACKAGE = Path(skald.__file__).parent


def by_fresh_python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def errors_of_types(*files):
    """What mypy says of these files themselves."""
    with tempfile.TemporaryDirectory() as cache:
        options = ["--check-untyped-defs", "--ignore-missing-imports", "--no-site-packages"]
        done = subprocess.run(
            ["mypy", *options, "--cache-dir", cache, *files],
            capture_output=True,
            text=True,
            env={**os.environ, "MYPYPATH": str(PACKAGE.parent)},
        )
    names = [file.name for file in files]
    return [line for line in done.stdout.splitlines()
            if ": error: " in line and Path(line.split(":")[0]).name in names]


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

    def test_editors_and_type_checkers_are_told_of_every_name(self):
        stub = ast.parse((PACKAGE / "__init__.pyi").read_text())
        told = {name.asname: line.module for line in stub.body for name in line.names}
        self.assertEqual(told, skald._HOMES)

    @unittest.skipUnless(shutil.which("mypy"), "there is no mypy here (./dev setup python)")
    def test_a_type_checker_passes_the_examples_and_finds_a_wrong_call(self):
        root = PACKAGE.parents[2]
        examples = [*root.glob("plugins/template/python/*.py"),
                    *root.glob("tests/plugins/python/plugins/*.py")]
        self.assertGreater(len(examples), 15)
        self.assertEqual(errors_of_types(*sorted(examples)), [])
        with tempfile.TemporaryDirectory() as folder:
            wrong = Path(folder) / "wrong.py"
            wrong.write_text(
                "import skald\n\nclass Wrong(skald.Sampler):\n"
                "    def advance(self, context: skald.Context, iterations, theta) -> None:\n"
                "        context.problem.risk_gradient(0, context, theta)\n"
                "        context.problem.gradient('first', theta)\n"
                "        context.random.sampled((1,), 0, 0, 5, 2)\n"
                "        context.problem.gradient(0, theta, theta, theta)\n"
                "        context.cohort(2)\n"
            )
            lines = [line.split(":")[1] for line in errors_of_types(wrong)]
        self.assertEqual(sorted(set(lines)), ["5", "6", "7", "8", "9"])

    def test_every_method_that_an_author_writes_is_described_and_written_somewhere(self):
        tree = ast.parse((PACKAGE / "plugin.py").read_text())
        contract = {
            (node.name, method.name): ast.get_docstring(method)
            for node in tree.body
            if isinstance(node, ast.ClassDef) and node.bases
            for method in node.body
            if isinstance(method, ast.FunctionDef)
        }
        self.assertGreater(len(contract), 30)
        self.assertEqual([name for name, text in contract.items() if not text], [])
        root = PACKAGE.parents[2]
        folders = ("tests/plugins/python/plugins", "plugins/template")
        sources = [file.read_text() for folder in folders
                   for file in (root / folder).rglob("*.py")]
        sources.append((PACKAGE / "autograd.py").read_text())
        page = (root / "docs/python.md").read_text()
        sources += re.findall(r"```python \S+\n(.*?)```", page, re.DOTALL)
        written = {
            method.name
            for source in sources
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.ClassDef)
            for method in node.body
            if isinstance(method, ast.FunctionDef)
        }
        self.assertEqual([name for name in contract if name[1] not in written], [])

    def test_there_is_no_other_name(self):
        with self.assertRaisesRegex(AttributeError, "no attribute 'runz'"):
            skald.runz


if __name__ == "__main__":
    unittest.main()
