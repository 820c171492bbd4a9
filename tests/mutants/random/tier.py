#!/usr/bin/env python3
"""tier.py ROOT BUILD [--cheap S] [--budget S]: writes the list of the tests that `./dev test`
leaves to the second tier (tests/tiers/second_tier.txt), chosen by what is known of costs and kills.

 1. A test of at most --cheap processor seconds is in the first tier: the many thousand of these
    cost little together, and what a test without a kill is worth is not known from some hundred
    mutants.
 2. Of the others, each step takes the one that kills most per second of the mutants that no test
    taken so far does, until nothing is left to kill, or --budget is spent.

Kills are those of BUILD/mutants.db and those of the written mutants, whose heads say who must catch
them: a test, or the conformance kit, which is the test "KIND NAME conforms". A tenth of the random
mutants takes no part in the choice; what the tier kills of these is told. Tests whose costs are not
known yet are run once. Executables that only fuzzers share (fuzz_replay) are left out as a whole,
since they cost more to compile than they find."""
import argparse
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import trials
from records import Records

WHOLE = {"fuzz_replay": 31.0}  # executable: what it costs to compile it, in processor seconds
OWN = {"tiers_of_tests", "tests_by_name"}  # of the tiers themselves: they are in the first
LONGEST = 300  # seconds for a test whose cost is not known

HEAD = """\
# The tests that `./dev test` leaves to `./dev test --all`, with their processor seconds, written by
# `./dev mutants --tier` (tests/mutants/random/tier.py says how it chooses).
"""


def written_kills(folder):
    """{mutant: name of the test that must catch it} of the patches."""
    kills = {}
    for patch in sorted(folder.glob("*.patch")):
        head = dict(re.findall(r"^(plugin|library|caught by): (.*)$", patch.read_text(), re.M))
        catcher, _, rest = head["caught by"].partition(" ")
        if catcher == "kit":
            kind, name = head["plugin"].split("/")
            group = {"sampler": "samplers", "metric": "metric_plugins"}.get(kind, f"{kind}_plugins")
            kills[patch.stem] = f"{group}_test:{kind} {name} conforms"
        elif catcher != "audit":
            kills[patch.stem] = f"{catcher}:{rest.split(' / ')[0]}"
    return kills


def found(name, names):
    """The tests of that name, which may end in *."""
    if name.endswith("*"):
        return sorted(n for n in names if n.startswith(name[:-1]))
    return [name] if name in names else []


def of_parts(mutants):
    """The mutants of which these are, or are parts (mutant, test)."""
    return {m[0] if isinstance(m, tuple) else m for m in mutants}


def kills_of(records, root, names):
    """{test: set of the mutants that it kills}, and what nobody kills. Of several tests of which it
    is not known which kills a mutant, each kills a part of it, (mutant, test)."""
    kills = {}
    for row in records.db.execute("SELECT mutant, test FROM trial WHERE status IN"
                                  " ('failed', 'hung')"):
        kills.setdefault(row["test"], set()).add(row["mutant"])
    lost = []
    for mutant, test in written_kills(root / "tests/mutants").items():
        of_name = found(test, names)
        for name in of_name:
            kills.setdefault(name, set()).add(mutant if len(of_name) == 1 else (mutant, name))
        if not of_name:
            lost.append(f"{mutant}: {test}")
    return kills, lost


def without(mutants, kills):
    """The kills of all other mutants."""
    return {test: killed - mutants for test, killed in kills.items()}


def measure(records, tests, jobs):
    """Runs the tests whose costs are not known."""
    def cost(test):
        return test, trials.run(test.command, test.folder, LONGEST, 2 * LONGEST, limited=False)

    unknown = [t for t in tests if records.cost(t.name) is None]
    with ThreadPoolExecutor(jobs) as pool:
        for test, outcome in pool.map(cost, unknown):
            records.keep_cost(test, outcome)


def choose(costs, kills, cheap, budget):
    """The names of the first tier, and its processor seconds."""
    first = {name for name, cost in costs.items() if cost <= cheap or name in OWN}
    spent = sum(costs[name] for name in first)
    killed = set().union(*(kills.get(name, set()) for name in first))
    while True:
        worth = {name: len(kills[name] - killed) / costs[name] for name in kills
                 if name in costs and name not in first and spent + costs[name] <= budget}
        best = max(worth, key=lambda name: (worth[name], name), default=None)
        if best is None or worth[best] == 0:
            return first, spent
        first.add(best)
        killed |= kills[best]
        spent += costs[best]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("--cheap", type=float, default=0.2)
    parser.add_argument("--budget", type=float, default=240)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--known", action="store_true",
                        help="run nothing: what has no cost yet is taken to be cheap")
    options = parser.parse_args()
    records = Records(options.build / "mutants.db")
    tests = [t for t in trials.tests_of(options.build)
             if t.name.partition(":")[0] not in WHOLE]
    if not options.known:
        measure(records, tests, options.jobs)
    costs = {t.name: records.cost(t.name)["cpu"] for t in tests if records.cost(t.name)}
    names = {t.name for t in tests}
    kills, lost = kills_of(records, options.root, names)
    every = set().union(*kills.values())
    held_out = {m for m in every if isinstance(m, int) and m % 10 == 0}
    first, spent = choose(costs, without(held_out, kills), options.cheap, options.budget)
    alive = every - set().union(*(kills.get(name, set()) for name in first))
    every, killed = of_parts(every), of_parts(every) - of_parts(alive)
    print(HEAD, end="")
    second = [(cost, name) for name, cost in costs.items() if name not in first]
    second += [(cost, f"{name}:*") for name, cost in WHOLE.items()]
    for cost, name in sorted(second, key=lambda row: row[1]):
        print(f"{cost:7.1f}  {name}")
    count = len(names) - len(second) + len(WHOLE)
    print(f"first tier: {count} of {len(names)} tests, {spent:.0f} of {sum(costs.values()):.0f}"
          f" processor seconds; of {len(every)} mutants that some test kills, {len(killed)}; of"
          f" {len(held_out)} held out, {len(killed & held_out)}",
          file=sys.stderr)
    for line in lost:
        print(f"  no test of that name: {line}", file=sys.stderr)


if __name__ == "__main__":
    main()
