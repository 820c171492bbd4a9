import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import unittest

import skald
from small_study import DIVERGED, RUNS, by_sqlite, changed, scratch


class Check(unittest.TestCase):
    def mistakes(self, grid):
        with scratch():
            with self.assertRaises(skald.GridError) as refused:
                skald.check(grid)
            self.assertEqual(os.listdir(), [])
        self.assertTrue(all(finding.message in str(refused.exception)
                            for finding in refused.exception.findings))
        return {f.place: f"{f.message} - {f.hint}"
                for f in refused.exception.findings if f.severity == "error"}

    def test_a_sound_grid_has_no_mistake(self):
        with scratch():
            self.assertEqual([f for f in skald.check(changed()) if f.severity == "error"], [])

    def test_every_mistake_has_its_place_in_the_dict(self):
        grid = changed(axes=[{"p_c": [0.2, 7]}, {"K": [1]}], metrics=["variance_bias", "bits_upp"])
        grid["dataset"]["clients"] = 0
        grid["sampler"]["plugin"] = "falt"
        found = self.mistakes(grid)
        self.assertIn("at least 1", found[("dataset", "clients")])
        self.assertIn('did you mean "fald"', found[("sampler", "plugin")])
        self.assertIn("bits_up", found[("metrics", 1)])

    def test_a_value_on_an_axis_has_its_place(self):
        found = self.mistakes(changed(axes=[{"p_c": [0.2, 7.0]}]))
        self.assertEqual(list(found), [("axes", 0, "p_c", 1)])

    def test_a_mistake_that_only_building_shows_has_its_place(self):
        grid = changed(dataset={"plugin": "titanic"}, model={"plugin": "logistic"},
                       partition={"plugin": "iid", "clients": 2}, metrics=["accuracy", "w2"],
                       axes=[])
        grid["sampler"]["step"] = 0.01
        self.assertIn("w2", self.mistakes(grid)[("metrics", 1)])

    def test_a_file_has_lines_and_columns(self):
        with scratch():
            grid = changed()
            grid["dataset"]["clients"] = 0
            with open("grid.json", "w") as file:
                json.dump(grid, file)
            with self.assertRaises(skald.GridError) as refused:
                skald.check("grid.json")
            (finding,) = refused.exception.findings
            with open("grid.json") as file:
                text = file.read()
            self.assertEqual((finding.place, finding.file, finding.line), (None, "grid.json", 1))
            self.assertTrue(text[finding.column - 1:].startswith("0"), text[finding.column - 1:])
            self.assertTrue(str(finding).startswith(f"grid.json:1:{finding.column}: error: "))

    def test_running_and_planning_find_the_same(self):
        grid = changed()
        grid["dataset"]["clients"] = 0
        for do in (skald.plan, lambda grid: skald.run(grid, "x.db", progress=False)):
            with scratch():
                with self.assertRaises(skald.GridError) as refused:
                    do(grid)
                self.assertEqual(refused.exception.findings[0].place, ("dataset", "clients"))
                self.assertEqual(os.listdir(), [])

    def test_a_wrong_option_is_no_mistake_of_the_grid(self):
        with scratch(), self.assertRaisesRegex(skald.ToolError, "--jobs"):
            skald.run(changed(), "x.db", jobs=-1, progress=False)


class Run(unittest.TestCase):
    def test_counts_are_those_of_the_database(self):
        with scratch():
            planned = skald.plan(changed(), "d.db")
            done = skald.run(changed(), "d.db", progress=False)
            self.assertEqual((planned["runs"], planned["to_run"]), (RUNS, RUNS))
            self.assertEqual(by_sqlite("d.db", "SELECT sum(status = 'ok'), "
                                               "sum(status = 'diverged'), count(*) FROM runs"),
                             [(done["ok"], done["diverged"], RUNS)])
            self.assertEqual((done["diverged"], done["failed"], done["cached"]), (DIVERGED, 0, 0))
            self.assertEqual((done["complete"], done["database"]), (True, "d.db"))
            self.assertEqual(sorted(name for name in os.listdir() if name.endswith("json")), [])
            again = skald.run(changed(), "d.db", progress=False)
            self.assertEqual((again["cached"], again["ok"]), (RUNS, 0))
            self.assertEqual(skald.plan(changed(), "d.db")["to_run"], 0)

    def test_a_file_and_its_dict_are_the_same_runs(self):
        with scratch():
            with open("grid.json", "w") as file:
                json.dump(changed(), file)
            skald.run("grid.json", progress=False)
            self.assertEqual(skald.run(changed(), progress=False)["cached"], RUNS)
            self.assertEqual(by_sqlite("drift.db", "SELECT count(*) FROM runs"), [(RUNS,)])

    def test_runs_without_a_result_are_told(self):
        with scratch():
            endless = changed(axes=[], replicates=1, metrics=[], run={
                "iterations": 10**9, "limits": {"seconds": 0.2}})
            done = skald.run(endless, "d.db", progress=False)
            ((hash_of, message),) = by_sqlite("d.db", "SELECT hash, message FROM runs")
            self.assertEqual(done["failed"], 1)
            (failure,) = done["failures"]
            self.assertEqual((failure["hash"], failure["status"], failure["message"]),
                             (hash_of, "timeout", message))
            self.assertEqual(list(skald.runs("d.db")["status"]), ["timeout"])

    def test_progress_counts_every_run(self):
        seen = []
        with scratch():
            skald.run(changed(), "d.db",
                      progress=lambda progress, event: seen.append((event["event"],
                                                                    progress.line())))
        self.assertEqual([event for event, _ in seen if event == "run_ended"], ["run_ended"] * RUNS)
        self.assertEqual((seen[0][0], seen[-1][0]), ("start", "end"))
        self.assertRegex(seen[-1][1], f"^{RUNS}/{RUNS} runs, ")
        self.assertIn(f"diverged {DIVERGED}", seen[-1][1])

    def test_without_a_terminal_the_last_line_is_shown(self):
        with scratch(), contextlib.redirect_stderr(io.StringIO()) as shown:
            skald.run(changed(axes=[], replicates=3), "d.db")
        self.assertEqual(shown.getvalue().splitlines()[-1], "3/3 runs, ok 3")

    def test_what_the_callback_throws_ends_the_sweep(self):
        def fail(progress, event):
            raise ZeroDivisionError

        with scratch():
            with self.assertRaises(ZeroDivisionError):
                skald.run(changed(replicates=1000), "d.db", progress=fail)
            self.assertEqual([name for name in os.listdir() if name.endswith("json")], [])
            self.assertLess(by_sqlite("d.db", "SELECT count(*) FROM runs")[0][0], 4000)

    def test_ctrl_c_loses_nothing(self):
        code = """
import json, sys, skald
def tell(progress, event):
    print(event["event"], flush=True)
skald.run(json.load(sys.stdin), "d.db", jobs=1, progress=tell)
"""
        grid = changed(axes=[], replicates=12)
        grid["run"]["iterations"] = 20000
        with scratch():
            child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                     start_new_session=True)
            child.stdin.write(json.dumps(grid))
            child.stdin.close()
            child.stdin = None
            events = []
            while events.count("run_started") < 2:
                events.append(child.stdout.readline().strip())
            os.killpg(child.pid, signal.SIGINT)  # as a terminal does
            rest, complaint = child.communicate()
            events += rest.split()
            self.assertIn("KeyboardInterrupt", complaint)
            stored = by_sqlite("d.db", "SELECT count(*) FROM runs WHERE status = 'ok'")[0][0]
            self.assertEqual(stored, events.count("run_ended"))
            self.assertEqual(stored, events.count("run_started"))  # those under way are finished
            self.assertLess(stored, 12)
            self.assertEqual([name for name in os.listdir() if name.endswith("json")], [])
            done = skald.run(grid, "d.db", progress=False)
            self.assertEqual((done["cached"], done["cached"] + done["ok"]), (stored, 12))


if __name__ == "__main__":
    unittest.main()
