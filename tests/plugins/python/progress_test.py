import contextlib
import io
import sys
import types
import unittest
from unittest import mock

import skald
from skald.progress import Line, Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def ended(status):
    return {"event": "run_ended", "hash": "ab", "label": "K=1", "status": status,
            "wall_seconds": 1, "message": "why", "alone": "skald run g.json --only ab"}


EVENTS = [
    {"event": "start", "version": 1, "total": 10, "cached": 2},
    {"event": "more", "runs": 3},
    {"event": "fewer", "runs": 1},
    ended("ok"), ended("ok"), ended("diverged"), ended("crashed"), ended("timeout"),
    {"event": "progress", "running": 2, "ended": 5, "seconds_left": 7.4},
    {"event": "note", "text": "beware \x1b[31m"},
]
END = {"event": "end", "complete": True, "ok": 2, "diverged": 1, "failed": 2, "database": "d.db"}


def shown(line, events):
    progress = Progress()
    for event in events:
        progress.take(event)
        line(progress, event)


class Counts(unittest.TestCase):
    def setUp(self):
        self.progress = Progress()
        for event in EVENTS:
            self.progress.take(event)

    def test_the_line_has_all_counts(self):
        self.assertEqual(self.progress.line(),
                         "7/12 runs, ok 2, diverged 1, crashed 1, timeout 1, 7 s left")

    def test_facts_are_counts_with_reasons(self):
        self.progress.take(END)
        facts = self.progress.facts()
        self.assertEqual([facts[name] for name in ("cached", "ok", "diverged", "failed")],
                         [2, 2, 1, 2])
        self.assertEqual((facts["complete"], facts["database"]), (True, "d.db"))
        self.assertEqual(facts["failures"][0], {"hash": "ab", "label": "K=1", "status": "crashed",
                                                "message": "why"})
        self.assertEqual(facts["notes"], ["beware \x1b[31m"])

    def test_events_of_another_version_are_refused(self):
        with self.assertRaisesRegex(skald.SkaldError, "have version 2, expected 1"):
            Progress().take({**EVENTS[0], "version": 2})

    def test_events_that_are_new_are_passed_over(self):
        before = self.progress.line()
        self.progress.take({"event": "something", "runs": 5})
        self.assertEqual(self.progress.line(), before)


class Shown(unittest.TestCase):
    def test_a_terminal_has_one_line_that_changes(self):
        with contextlib.redirect_stderr(Terminal()) as screen:
            shown(Line(), [*EVENTS, END])
        *_, last = screen.getvalue().split("\r\x1b[K")
        self.assertEqual(last, "7/12 runs, ok 2, diverged 1, crashed 1, timeout 1, 7 s left\n")
        self.assertIn("\r\x1b[Kbeware \N{REPLACEMENT CHARACTER}[31m\n", screen.getvalue())

    def test_a_notebook_has_one_that_is_replaced(self):
        handle = mock.Mock()
        notebook = types.ModuleType("IPython")
        notebook.get_ipython = lambda: types.SimpleNamespace(kernel="a kernel")
        shows = types.ModuleType("IPython.display")
        shows.display = mock.Mock(return_value=handle)
        with mock.patch.dict(sys.modules, {"IPython": notebook, "IPython.display": shows}):
            shown(Line(), [*EVENTS[:3], END])
        shows.display.assert_called_once_with({"text/plain": ""}, raw=True, display_id=True)
        self.assertEqual(handle.update.call_args, mock.call({"text/plain": "2/12 runs"}, raw=True))


if __name__ == "__main__":
    unittest.main()
