#!/usr/bin/env python3
"""random_mutants.py ROOT BUILD N [MODULE]... [--seed S] [--matrix] [--wide] [--slow S]
                  [--left] [--tests REGEX] [--jobs N]

Puts N random mistakes into the sources of each module (of all modules, without one), all in one
build of it, and says which of its tests find which: a test that passes although a mistake is there
is worth nothing for it. Every result is kept in BUILD/mutants.db (records.py). What survives is
named with file and line, and is a hole in the tests, or makes no difference; then it belongs into
equivalent.txt, with the reason.

A mutant is tried on the tests of the folder that mirrors its module's (for plugins, on those that
are written for one), the quickest first, until one fails or hangs; --matrix tries all, and --wide
those of other folders, too, that are in the same executables: of commands, for rooms of the runner;
--tests REGEX tries the tests of that name instead, wherever they are, pages and transcripts, too.
--left draws none, but tries again N of those in the records that are unexplained and that no test
has killed.
Tests that take more than --slow seconds of the processor (2) take no part, nor do those in which
the mutated value never differs. Fails if no mutant can be made, or if no test passes without."""
import argparse
import mmap
import os
import random
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import instrumented
import modules
import sites
import trials
from records import Records

SEEN_BYTES = 65536  # as in schemata.hpp
HERE = Path(__file__).resolve().parent


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("count", type=int)
    parser.add_argument("module", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matrix", action="store_true")
    parser.add_argument("--wide", action="store_true")
    parser.add_argument("--slow", type=float, default=2)
    parser.add_argument("--left", action="store_true")
    parser.add_argument("--tests", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def draw(build, module, count, seed):
    """{source: {number: mutant}}: random mutants, a third more than are wanted, since the compiler
    refuses some. Numbers are in the order of drawing."""
    drawn = []
    for source in modules.sources_of(build.root, module):
        if build.compiles(source):
            text = (build.root / source).read_text()
            drawn += [(source, mutant) for mutant in sites.mutants_of(text)]
    random.Random(f"{seed} {module}").shuffle(drawn)
    return numbered(drawn, count + count // 3 + 2)


def left(build, module, count, records, reasons):
    """{source: {number: mutant}}: those of the records that nothing has killed or explained. They
    are found by their line of code, which may have moved; those whose line is gone are dropped."""
    found = []
    for row in records.left(str(module)):
        reason = reasons.get((row["file"], row["code"], row["after"]))
        path = build.root / row["file"]
        lines = path.read_text().splitlines() if path.exists() else []
        same = [m for m in (sites.mutants_of(path.read_text()) if lines else [])
                if (m.operator, m.before, m.after, lines[m.line - 1].strip())
                == (row["operator"], row["before"], row["after"], row["code"])]
        if reason is not None:
            records.explain(row["id"], reason)
        elif not same:
            records.drop(row["id"])
        else:
            mutant = min(same, key=lambda m: (abs(m.column - row["col"]),
                                              abs(m.line - row["line"])))
            records.move(row["id"], mutant)
            found.append((Path(row["file"]), mutant))
    return numbered(found, count)


def numbered(drawn, most):
    """The first of those (source, mutant) whose edits are apart, numbered from 1."""
    by_source, taken = {}, {}
    for source, mutant in drawn:
        others = list(by_source.get(source, {}).values())
        if len(taken) == most:
            break
        if len(sites.apart(others + [mutant])) == len(others):
            continue
        number = len(taken) + 1
        by_source.setdefault(source, {})[number] = mutant
        taken[number] = (source, mutant)
    return by_source, taken


def explanations():
    """{(file, line of code, after): reason} of equivalent.txt."""
    reasons, key = {}, None
    for line in (HERE / "equivalent.txt").read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith("    "):
            reasons[key] = (reasons.get(key, "") + " " + line.strip()).strip()
        else:
            file, _, rest = line.partition(": ")
            code, _, after = rest.rpartition(" => ")
            key = (file, code.strip(), after.strip())
            reasons[key] = ""
    return reasons


class Module:
    """The mutated build of a module, and the tests that are tried on it."""

    def __init__(self, build, folder, work, options):
        self.build, self.folder, self.work, self.options = build, folder, work, options
        self.environment = {}

    def make(self, drawn, count):
        """Builds what was drawn; returns {number: (source, mutant)} of at most `count` mutants."""
        by_source, taken = drawn
        own = self._own_archive(by_source)
        if own:  # all of it, so that nothing inlined is left of what is not mutated
            for source in self.build.sources_of(own):
                by_source.setdefault(source, {})
        accepted, self.objects = instrumented.compile_all(self.build, by_source, self.work,
                                                          self.options.jobs)
        self.sources = {taken[n][0] for n in accepted}
        self.own = own
        return {n: taken[n] for n in sorted(accepted)[:count]}

    def _own_archive(self, by_source):
        """The library that the sources are alone in, if it is one: skald_random."""
        targets = {self.build.target_of(s) for s in by_source}
        one = targets.pop() if len(targets) == 1 else ""
        return one if one == f"skald_{self.folder.name}" else None

    def link(self, tests):
        """Links what the tests run; returns {test: the command of the mutated build}."""
        is_plugin = self.folder.parts[0] == "plugins"
        if is_plugin:
            plugins = instrumented.link_plugins(self.build, self.objects, self.work)
            self.environment["SKALD_TEST_PLUGINS"] = str(plugins)
        commands = {t: t.command for t in tests}
        pages = [t for t in tests if t.executable.endswith("/page.bash")]
        for executable in {t.executable for t in tests if t not in pages}:
            target = str(Path(executable).relative_to(self.build.folder))
            objects = self.objects.values()
            if is_plugin:  # its sources may be a library that tests call, too
                objects = instrumented.in_archives_of(self.build, target, self.objects)
            if not objects:
                continue
            made = self.work / "tests" / Path(executable).name
            instrumented.link(self.build, target, made, objects, self.own)
            commands |= {t: (str(made), *t.command[1:]) for t in tests
                         if t.executable == executable}
        if self.folder.parts[0] == "runner" or pages:
            instrumented.link(self.build, "bin/skald", self.work / "bin/skald",
                              self.objects.values(), self.own)
            (self.work / "lib").symlink_to(self.build.folder / "lib")
            self.environment["SKALD_TEST_EXECUTABLE"] = str(self.work / "bin/skald")
        if pages:
            stand_in = self._stand_in()
            for page in pages:
                commands[page] = tuple(stand_in if word == str(self.build.folder) else word
                                       for word in page.command)
        return commands

    def _stand_in(self):
        """A folder like that of the build, but for bin/skald."""
        folder = self.work / "build"
        (folder / "bin").mkdir(parents=True)
        for entry in self.build.folder.iterdir():
            if entry.name != "bin":
                (folder / entry.name).symlink_to(entry)
        for entry in (self.build.folder / "bin").iterdir():
            (folder / "bin" / entry.name).symlink_to(entry)
        (folder / "bin/skald").unlink()
        (folder / "bin/skald").symlink_to(self.work / "bin/skald")
        return str(folder)


def without_mutant(module, tests, commands, records, slow, jobs):
    """Runs each test that is not known to be slow; {test: (outcome, what it came by)} of those that
    pass."""
    def baseline(test):
        with tempfile.NamedTemporaryFile(dir=module.work) as file:
            file.truncate(SEEN_BYTES)
            outcome = trials.run(commands[test], test.folder, slow + 1, 60 + 10 * slow,
                                 {**module.environment, "SKALD_MUTANT_SEEN": file.name})
            with mmap.mmap(file.fileno(), SEEN_BYTES, access=mmap.ACCESS_READ) as seen:
                return test, outcome, bytes(seen)

    def known_to_be_slow(test):
        cost = records.cost(test.name)
        return cost is not None and cost["cpu"] > slow

    passed = {}
    with ThreadPoolExecutor(jobs) as pool:
        quick = [t for t in tests if not known_to_be_slow(t)]
        for test, outcome, seen in pool.map(baseline, quick):
            records.keep_cost(test, outcome)
            if outcome.status == "passed" and outcome.cpu <= slow:
                passed[test] = (outcome, seen)
            elif outcome.status == "failed":
                print(f"  fails without a mutant: {test.name}")
    return passed


def try_mutant(module, number, identity, source, passed, places, commands, records, matrix):
    """Tries one mutant on the tests that come by it."""
    def rank(test):
        return (not modules.mirrors(places[test], modules.case_of(test), source),
                passed[test][0].cpu)

    for test in sorted(passed, key=rank):
        outcome, seen = passed[test]
        if not seen[number]:
            continue
        if seen[number] == 1:
            records.keep_trial(identity, test.name, "same", 0)
            continue
        tried = trials.run(commands[test], test.folder, 3 + 10 * outcome.cpu,
                           15 + 20 * outcome.wall,
                           {**module.environment, "SKALD_MUTANT": str(number)})
        records.keep_trial(identity, test.name, tried.status, tried.cpu)
        if tried.status != "passed" and not matrix:
            return


def report(fates):
    killed = [f for f in fates if f["kills"]]
    print(f"  {len(fates)} mutants, {len(killed)} killed")
    for fate in fates:
        if fate["kills"]:
            continue
        why = fate["explained"]
        state = (f"no different: {why}" if why is not None else
                 f"survives {fate['survived']} tests" if fate["survived"] else
                 "no quick test of the module comes by" if not fate["tests"] else
                 "no value differs in any test")
        print(f"  {fate['file']}:{fate['line']}:{fate['col']}: {fate['before']} => "
              f"{fate['after']}   {state}\n      {fate['code']}")


def mutate(build, folder, options, records, all_tests, reasons):
    """Mutants of one module, from drawing to the report. Returns whether some could be tried."""
    print(f"{folder}:", flush=True)
    work = build.folder / "mutants" / "_".join(folder.parts)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    module = Module(build, folder, work, options)
    drawn = (left(build, folder, options.count, records, reasons) if options.left else
             draw(build, folder, options.count, options.seed))
    if options.left and not drawn[1]:
        print("  none is left")
        return True
    mutants = module.make(drawn, options.count)
    places = ({t: "" for t in all_tests if t.executable.endswith(("_test", "/page.bash"))
               and re.search(options.tests, t.name)} if options.tests else
              modules.tests_of_module(build.root, build.folder, folder, all_tests, module.sources,
                                      options.wide))
    if not mutants or not places:
        print("  no mutant compiles" if not mutants else "  no test mirrors it")
        return False
    commands = module.link(places)
    passed = without_mutant(module, places, commands, records, options.slow, options.jobs)
    identities = {}
    for number, (source, mutant) in mutants.items():
        code = (build.root / source).read_text().splitlines()[mutant.line - 1].strip()
        reason = reasons.get((str(source), code, mutant.after))
        identities[number] = records.add(str(folder), options.seed, str(source), mutant, code,
                                         reason)
    with ThreadPoolExecutor(options.jobs) as pool:
        outcomes = [pool.submit(try_mutant, module, n, identities[n], source, passed, places,
                                commands, records, options.matrix)
                    for n, (source, _) in mutants.items()]
        for outcome in outcomes:
            outcome.result()
    report(records.fates(identities.values()))
    shutil.rmtree(work)
    return bool(passed)


def main():
    options = arguments()
    build = instrumented.Build(options.root, options.build)
    records = Records(build.folder / "mutants.db")
    names = options.module or [str(p) for p in modules.all_modules(build.root)]
    folders = [modules.folder_of(build.root, name) for name in names]
    all_tests, reasons = trials.tests_of(build.folder), explanations()
    worked = [mutate(build, f, options, records, all_tests, reasons) for f in folders]
    return 0 if all(worked) else 1


if __name__ == "__main__":
    sys.exit(main())
