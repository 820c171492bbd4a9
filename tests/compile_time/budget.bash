#!/usr/bin/env bash
# budget.bash TIMES JOBS DEMO: fails if a group of budget.txt took more than one and a half times
# its budget to compile. TIMES is what timed.bash has written of a build with that many jobs.
# Budgets are multiples of what calibration.cpp takes on this machine, as many times at once. DEMO
# lists the objects that a demo waits for (ninja -t inputs first); their budget is the row demo.
set -euo pipefail
cd "$(dirname "$0")"
times=$1 demo=$3 margin=1.5 jobs=$2

# Prints the CPU seconds of one.
calibrate() {
  local TIMEFORMAT='%U %S'
  { time seq "$jobs" | xargs -P "$jobs" -I{} g++ -std=c++20 -O2 -isystem /usr/include/eigen3 \
    -c calibration.cpp -o /dev/null; } 2>&1 | awk -v jobs="$jobs" '{ print ($1 + $2) / jobs }'
}
unit=$(calibrate) || { echo "calibration.cpp does not compile here" >&2; exit 1; }

# Of several lines for one object the last counts.
awk -v unit="$unit" -v margin="$margin" '
  BEGIN { printf "one calibration: %.2f CPU s\n", unit }
  function row(name, objects, sum, budget,   found, verdict) {
    found = sum / unit
    verdict = found > margin * budget ? "TOO MUCH" : objects ? "" : "NOTHING WAS COMPILED"
    if (verdict) failed = 1
    printf "%-12s %3d objects %6.1f CPU s %6.1f calibrations, budget %6.1f  %s\n", name, objects,
           sum, found, budget, verdict
  }
  FNR == 1 { ++file }
  file == 1 && $1 == "demo" { demo_budget = $2; next }
  file == 1 && /^[^#]/ { name[++groups] = $1; pattern[groups] = $2; budget[groups] = $3 }
  file == 1 { next }
  file == 2 { waits[$1]; next }
  { seconds[$3] = $1 + $2 }
  END {
    for (object in seconds) {
      if (object in waits) {
        demo += seconds[object]
        ++demo_objects
      }
      for (g = 1; g <= groups && object !~ pattern[g]; ++g) {}
      if (g > groups) continue
      sum[g] += seconds[object]
      ++objects[g]
      all += seconds[object]
    }
    for (g = 1; g <= groups; ++g) row(name[g], objects[g], sum[g], budget[g])
    row("demo", demo_objects, demo, demo_budget)
    printf "%-12s %18.1f CPU s %6.1f calibrations\n", "all", all, all / unit
    exit failed
  }' budget.txt "$demo" "$times"
