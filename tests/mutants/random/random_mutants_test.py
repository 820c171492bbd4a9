#!/usr/bin/env python3
"""random_mutants_test.py COMPILER WORK: the mutants of planted.cpp are those that are known, the
compiler's refusals cost no other mutant, and its test kills those that it must."""
import mmap
import shutil
import sys
from pathlib import Path

import instrumented
import modules
import sites
import trials
from records import Records

HERE = Path(__file__).resolve().parent
COMPILER, WORK = sys.argv[1], Path(sys.argv[2])

# (text of the line, operator, after): whether the test kills it. None: the compiler refuses it.
EXPECTED = {
    ("return begin <= i", "comparison", "<"): True,
    ("return begin <= i", "comparison", ">"): True,  # holds(1) no more
    ("return begin <= i", "logical", "&& false &&"): True,
    ("return begin <= i", "operand", "&& true"): True,
    ("&& i < end", "comparison", "<="): True,
    ("&& i < end", "comparison", ">="): True,
    ("double sum = 0.5", "constant", "2 * 0.5"): False,  # it is overwritten
    ("sum = 0.0", "constant", "0.0 + 1"): True,
    ("sum = 0.0", "statement", ";"): True,
    ("sum += value", "assignment", "-="): True,
    ("return sum / static_cast", "arithmetic", "*"): True,
    ("return a + b", "arithmetic", "-"): None,  # there is none
    ("std::min(value, kSize)", "extreme", "max"): True,
    ("void empty(std::vector<int>& values)", "return", "{ return;"): True,
    ("values.clear()", "statement", ";"): True,
    ("int count = 0", "constant", "0 + 1"): True,
    ("while (n > 1)", "comparison", ">="): True,
    ("while (n > 1)", "comparison", "<="): True,
    ("while (n > 1)", "constant", "1 + 1"): True,
    ("n = n / 2", "arithmetic", "*"): True,
    ("n = n / 2", "constant", "2 + 1"): True,
    ("n = n / 2", "statement", ";"): True,  # it never ends
}


class PlantedBuild:
    """What instrumented.py asks of a build, for one source."""
    root = HERE
    folder = WORK

    def command(self, source, copy, made):
        return f"{COMPILER} -std=c++20 -w -include {HERE}/schemata.hpp -o {made} -c {copy}"


def fail(what):
    sys.exit(f"FAILED: {what}")


def expect(found, wanted, what):
    if found != wanted:
        fail(f"{what}: {found!r}, not {wanted!r}")


def described(mutant, lines):
    """The key of EXPECTED that a mutant is, or None."""
    for key in EXPECTED:
        text, operator, after = key
        line = lines[mutant.line - 1]
        if (mutant.operator, mutant.after) == (operator, after) and text in line:
            at = line.index(text)
            if at <= mutant.column - 1 < at + len(text) + 12:
                return key
    return None


def batches(mutants):
    """Those mutants in groups whose edits are apart."""
    while mutants:
        group = sites.apart(mutants)
        yield group
        mutants = [m for m in mutants if m not in group]


def killed(program, number):
    return trials.run((program,), WORK, 1, 10, {"SKALD_MUTANT": str(number)}).status


def seen_by_test(program):
    path = WORK / "seen"
    path.write_bytes(bytes(65536))
    expect(trials.run((program,), WORK, 1, 10, {"SKALD_MUTANT_SEEN": str(path)}).status, "passed",
           "the test without a mutant")
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as seen:
        return bytes(seen)


def check_planted():
    text = (HERE / "planted.cpp").read_text()
    lines = text.splitlines()
    until = next(n for n, line in enumerate(lines, 1) if line.startswith("int main"))
    mutants = [m for m in sites.mutants_of(text) if m.line < until]
    names = {}
    for mutant in mutants:
        name = described(mutant, lines)
        if name is None or name in names.values():
            fail(f"an unexpected mutant: {mutant}")
        names[mutant] = name
    expect(sorted(set(EXPECTED) - set(names.values())), [], "expected mutants that are not found")
    fates = {}
    for group in batches(mutants):
        numbered = dict(enumerate(group, 1))
        accepted, made = instrumented.compile_source(PlantedBuild(), Path("planted.cpp"), numbered,
                                                     WORK)
        program = WORK / "planted"
        linked, said = instrumented._compile(f"{COMPILER} {made} -o {program}", WORK)
        expect(linked, True, said)
        seen = seen_by_test(program)
        for number, mutant in numbered.items():
            fate = killed(program, number) if number in accepted else None
            fates[names[mutant]] = fate
            if fate not in (None, "passed") and seen[number] != 3:
                fail(f"{mutant} is killed, though no value differed: {seen[number]}")
    expect({n: None if f is None else f != "passed" for n, f in fates.items()}, EXPECTED,
           "who is killed")
    expect(fates[("n = n / 2", "statement", ";")], "hung", "a loop without end")


def check_errors():
    said = """/w/x.cpp: In function 'f':
/w/x.cpp:3:5: error: no match
/w/x.cpp:3:5: note: candidate
/w/schemata.hpp: In instantiation of 'g':
/w/x.cpp:7:9:   required from here
/w/schemata.hpp:20:3: error: static assertion failed
"""
    expect(instrumented.lines_of_errors(said, "/w/x.cpp"), [[3], [7]], "the lines of errors")


def check_records():
    path = WORK / "mutants.db"
    path.unlink(missing_ok=True)
    records = Records(path)
    mutant = sites.mutants_of("bool f(int a) { return a < 1; }")[0]
    identity = records.add("m", 1, "x.cpp", mutant, "return a < 1;", None)
    expect(records.add("m", 2, "x.cpp", mutant, "return a < 1;", "why"), identity, "one identity")
    records.keep_trial(identity, "x_test:one", "passed", 0.1)
    records.keep_trial(identity, "x_test:two", "hung", 2.0)
    records.keep_trial(identity, "x_test:three", "same", 0)
    fate = records.fates([identity])[0]
    expect((fate["tests"], fate["kills"], fate["survived"], fate["explained"]), (3, 1, 1, "why"),
           "the fate of a mutant")


def check_mirrors():
    expect(modules.mirror_of(Path("core/src/grid")), Path("tests/core/grid"), "a mirror")
    expect(modules.mirror_of(Path("core/base/text")), Path("tests/core/text"), "a mirror")
    expect(modules.mirror_of(Path("runner/web")), Path("tests/runner/web"), "a mirror")
    expect(modules.mirrors("/t/all.cpp", "sampler fald conforms", "p/fald.cpp"), True, "by name")
    expect(modules.mirrors("/t/x.cpp", "sampler vr fald_star conforms", "p/ald.cpp"), False, "no")


shutil.rmtree(WORK, ignore_errors=True)
WORK.mkdir(parents=True)
check_errors()
check_records()
check_mirrors()
check_planted()
