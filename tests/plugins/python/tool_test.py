import os
import pathlib
import sys
import unittest
from unittest import mock

import skald
from skald import tool
from small_study import scratch


def program(path, text="#!/bin/sh\n"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


class Words(unittest.TestCase):
    def test_options_become_words(self):
        self.assertEqual(
            tool.words({"max_seconds": 3, "force": True, "keep": False, "db": None,
                        "retry": ["failed", "crashed"], "where": "p_c < 1; rm x"}, ("-odd",)),
            ["--max-seconds=3", "--force", "--retry=failed", "--retry=crashed",
             "--where=p_c < 1; rm x", "--", "-odd"])

    def test_no_shell_sees_them(self):
        with scratch():
            with self.assertRaises(skald.ToolError):
                skald.query("none.db; touch seen", "SELECT 1; $(touch seen)")
            self.assertEqual(os.listdir(), [])


class Executable(unittest.TestCase):
    def test_the_environment_comes_first_then_the_path(self):
        with scratch():
            here = pathlib.Path.cwd()
            named, on_path = program(here / "a" / "other"), program(here / "b" / "skald")
            with mock.patch.dict(os.environ, SKALD=named, PATH=str(here / "b")):
                self.assertEqual(tool.executable(), named)
            with mock.patch.dict(os.environ, SKALD="", PATH=str(here / "b")):
                self.assertEqual(tool.executable(), on_path)

    def test_that_of_the_same_prefix_comes_last(self):
        with scratch(), mock.patch.dict(os.environ, SKALD="", PATH=""):
            prefix = pathlib.Path.cwd()
            package = prefix / "lib" / "python3" / "dist-packages" / "skald"
            with mock.patch.object(tool, "__file__", str(package / "tool.py")):
                with self.assertRaisesRegex(skald.SkaldError, "environment variable SKALD"):
                    tool.executable()
                beside = program(prefix / "bin" / "skald")
                self.assertEqual(tool.executable(), beside)

    def test_that_of_a_wheel_comes_before_the_path(self):
        with scratch():
            here = pathlib.Path.cwd()
            package = here / "env" / "lib" / "python3.13" / "site-packages" / "skald"
            of_wheel, on_path = program(here / "env/bin/skald"), program(here / "b" / "skald")
            with mock.patch.dict(os.environ, SKALD="", PATH=str(here / "b")):
                self.assertEqual(tool.executable(), on_path)
                with mock.patch.object(tool, "__file__", str(package / "tool.py")):
                    self.assertEqual(tool.executable(), of_wheel)

    def test_a_wrong_name_is_told(self):
        with mock.patch.dict(os.environ, SKALD="/nowhere/skald"):
            with self.assertRaisesRegex(skald.SkaldError, "SKALD=/nowhere/skald"):
                tool.executable()


class Children(unittest.TestCase):
    def test_a_terminal_does_not_interrupt_them_by_itself(self):
        with scratch():
            tells = program(pathlib.Path.cwd() / "tells",
                            f"#!{sys.executable}\nimport os\nprint(os.getpgrp())\n")
            with mock.patch.dict(os.environ, SKALD=tells), tool.Child("run", {}) as child:
                (group,) = child.lines()
                child.end((tool.OK,))
        self.assertNotEqual(int(group), os.getpgrp())


class Errors(unittest.TestCase):
    def test_the_program_is_quoted(self):
        with scratch(), self.assertRaises(skald.ToolError) as refused:
            skald.query("none.db", "SELECT 1")
        self.assertEqual(refused.exception.code, tool.USAGE)
        self.assertRegex(str(refused.exception), r"none\.db: no such file")

    def test_an_option_that_is_not_there_is_refused(self):
        with scratch(), self.assertRaisesRegex(skald.ToolError, "--colour"):
            skald.compare("none.db", "study", colour="red")

    def test_a_program_that_dies_silently_is_told(self):
        with scratch():
            dies = program(pathlib.Path.cwd() / "dies", "#!/bin/sh\nkill -9 $$\n")
            with mock.patch.dict(os.environ, SKALD=dies):
                with self.assertRaisesRegex(skald.ToolError, "query was ended by signal 9"):
                    skald.query("x.db", "SELECT 1")


if __name__ == "__main__":
    unittest.main()
