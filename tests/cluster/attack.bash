#!/usr/bin/env bash
# Has a cluster of three virtual nodes do the grid four_axes by `skald submit`, while tasks are
# cancelled, requeued and killed, a node dies, the collector is killed, parts are copied half and
# the database is renamed for some seconds.
# The final store must be that of `skald run -j 1`, with every run once.
#   attack.bash SKALD FOLDER SEED      FOLDER keeps the store of -j 1 for further rounds
# Prints what it did; the same seed makes the same choices, though not at the same moments.
set -euo pipefail

skald=$(realpath "$1")
base=$(realpath -m "$2")
RANDOM=$3
here=$(realpath "$(dirname "$0")")
grid=$here/../../results/four_axes/grid.json
work="$base/round $3"  # paths with spaces
lab=$base/lab-$3
database="$work/four axes.db"
export SLURM_CONF=$lab/slurm.conf
export TMPDIR=$work/local
patience=${PATIENCE:-600}  # seconds

note() { printf '%4d s  %s\n' "$SECONDS" "$*"; }
fail() {
  note "FAILED: $*"
  exit 1
}

# Everything that must not depend on where and how often runs were tried.
results() {
  "$skald" query "$1" --format csv "SELECT hash, cell, replicate, status, metric, value,
    mean_after_burn_in FROM final_metrics ORDER BY hash, metric"
  "$skald" query "$1" --format csv "SELECT runs.hash AS hash, metric, iteration, value FROM curves
    JOIN runs ON runs.id = curves.run ORDER BY runs.hash, metric, iteration"
}

# The store that an undisturbed sweep leaves, once for all rounds.
make_reference() {
  [ ! -s "$base/alone.csv" ] || return 0
  "$skald" run "$grid" --db "$base/alone.db" -j 1 >/dev/null 2>&1
  results "$base/alone.db" >"$base/alone.csv.new"
  mv "$base/alone.csv.new" "$base/alone.csv"
}

# Ends what this round has started.
clean_up() {
  [ -z "${collector:-}" ] || kill -KILL "$collector" 2>/dev/null || true
  "$here/slurm_lab.bash" down "$lab" 2>/dev/null || true
}

# processes PATTERN: prints the processes whose command line has the round's folder and matches.
processes() {
  local id
  for id in /proc/[0-9]*; do
    if { tr '\0' ' ' <"$id/cmdline" | grep -F "$work" | grep -q -- "$1"; } 2>/dev/null; then
      echo "${id#/proc/}"
    fi
  done
}

# one_of: prints one of the lines of its input.
one_of() { shuf -n 1 --random-source=<(yes "$RANDOM"); }

# workers: prints the workers of the tasks' runs.
workers() {
  local run
  for run in $(processes ' run '); do cat "/proc/$run/task/$run/children" 2>/dev/null || true; done
}

kill_one() {
  local victim
  victim=$("$1" "$2" | one_of)
  [ -n "$victim" ] || return 0
  note "SIGKILL: $3"
  kill -KILL "$victim" 2>/dev/null || true
}

step_daemons() {
  local task
  for task in $(processes ' task '); do
    awk '/^PPid/ {print $2}' "/proc/$task/status" 2>/dev/null || true
  done
}

tasks_in() { squeue --noheader --array --states="$1" --format=%i 2>/dev/null || true; }

# Prints the tasks that Slurm holds because their node was lost as it began with them.
held_tasks() {
  squeue --noheader --array --states=PENDING --format='%i %r' 2>/dev/null |
    sed -n 's/ launch failed.*//p' || true
}

# Requeued tasks would wait for two minutes, and held ones for an administrator.
wake() {
  local job
  for job in $(held_tasks); do
    note "Slurm holds $job: released"
    scontrol release "$job" 2>/dev/null || true
  done
  for job in $(tasks_in PENDING); do
    scontrol update "JobId=$job" StartTime=now 2>/dev/null || true
  done
}

half_a_part() {
  local part file
  [ -d "$database.parts" ] || return 0
  part=$(find "$database.parts" -maxdepth 2 -name 'share-*' ! -name '*.half' | one_of)
  [ -e "$part/part.db" ] || return 0
  note "a part is copied half"
  file=$database.parts/$(basename "$part").half/part.db
  cp -r "$part" "$(dirname "$file")" 2>/dev/null || true
  [ ! -e "$file" ] || truncate -s $(($(stat -c %s "$file") / 2)) "$file"
}

start_collector() {
  "$skald" collect "$database" --watch --every 1 >>"$work/collect.log" 2>&1 &
  collector=$!
}

# As a user would: what was made meanwhile in its place is a database, too, and they are merged.
rename_database() {
  local away=$work/away.db
  [ -e "$database" ] || return 0
  note "the database is renamed"
  mv "$database" "$away"
  sleep "$((RANDOM % 2)).$((RANDOM % 9 + 1))"
  if mv --no-clobber "$away" "$database" && [ ! -e "$away" ]; then return 0; fi
  note "another was made in its place: merged"
  until "$skald" merge "$database" "$away" >"$work/merge.log" 2>&1; do
    grep -q 'writ' "$work/merge.log" || { cat "$work/merge.log"; fail "merge"; }
    sleep 0.2
  done
}

attack() {
  local victim
  case $((RANDOM % 10)) in
    0)
      victim=$(tasks_in RUNNING,PENDING | one_of)
      if [ -n "$victim" ]; then
        note "scancel $victim"
        scancel "$victim" 2>/dev/null || true
      fi
      ;;
    1)
      victim=$(tasks_in RUNNING | one_of)
      if [ -n "$victim" ]; then
        note "requeue $victim"
        scontrol requeue "$victim" 2>/dev/null || true
      fi
      ;;
    2) kill_one workers "" "a worker" ;;
    3) kill_one processes ' run ' "a task's skald run" ;;
    4) kill_one processes ' task ' "a task" ;;
    5) kill_one step_daemons "" "slurmstepd" ;;
    6)
      note "the collector is killed"
      kill -KILL "$collector" 2>/dev/null || true
      wait "$collector" 2>/dev/null || true
      start_collector
      ;;
    7) half_a_part ;;
    9) rename_database ;;
    8)
      victim=n$((1 + RANDOM % 3))
      note "node $victim dies, with what runs on it"
      "$here/slurm_lab.bash" node "$lab" down "$victim"
      for job in $(squeue --noheader --nodelist="$victim" --states=RUNNING --format=%A); do
        for task in $(processes ' task '); do
          if grep -qz "SLURM_JOB_ID=$job\$" "/proc/$task/environ" 2>/dev/null; then
            kill -KILL "$task" 2>/dev/null || true
          fi
        done
      done
      scontrol update "NodeName=$victim" State=DOWN Reason=attack 2>/dev/null || true
      sleep 1
      "$here/slurm_lab.bash" node "$lab" up "$victim"
      scontrol update "NodeName=$victim" State=RESUME 2>/dev/null || true
      ;;
  esac
}

# The collector may hold the database for a moment.
submit() {
  local tries
  for ((tries = 0; tries < 60; ++tries)); do
    "$skald" submit "$grid" --db "$database" --task-length "${TASK_SECONDS:-4}s" --time 10min \
      >"$work/submit.log" 2>&1 && return 0
    grep -q 'writ' "$work/submit.log" || { cat "$work/submit.log"; fail "submit"; }
    sleep 0.5
  done
  cat "$work/submit.log"
  fail "submit: the database is never free"
}

# Daemons of Slurm that die at the wrong moment can leave their controller waiting forever: where
# tasks are queued and none has run for a minute, it is started again.
mend_slurm() {
  if [ -n "$(tasks_in RUNNING)" ] || [ -z "$(tasks_in PENDING)" ]; then
    last_busy=$SECONDS
  elif [ $((SECONDS - last_busy)) -ge 60 ]; then
    note "Slurm starts nothing: its controller is started again"
    "$here/slurm_lab.bash" revive "$lab"
    last_busy=$SECONDS
  fi
}

is_all_there() { grep -q '^0 runs submitted in 0 tasks, 0 under way' "$work/submit.log"; }

run_round() {
  local attacks=0 last_busy=$SECONDS
  rm -rf "$work" "$lab"
  mkdir -p "$work/local"
  trap clean_up EXIT
  "$here/slurm_lab.bash" up "$lab" 3 1
  note "the cluster is up"
  submit
  note "$(grep 'runs submitted' "$work/submit.log")"
  start_collector
  while true; do
    [ "$SECONDS" -lt "$patience" ] || fail "not done after $patience s"
    sleep "0.$((RANDOM % 9 + 1))"
    if [ "$attacks" -lt "${ATTACKS:-25}" ]; then
      attack
      attacks=$((attacks + 1))
    fi
    wake
    mend_slurm
    [ $((RANDOM % 6)) -ne 0 ] && [ -n "$(tasks_in RUNNING,PENDING)" ] && continue
    submit
    ! is_all_there || break
  done
  note "all runs are in the store after $attacks attacks"
}

judge() {
  local runs
  kill -TERM "$collector" 2>/dev/null || true
  wait "$collector" 2>/dev/null || true
  collector=
  results "$database" >"$work/results.csv"
  cmp "$base/alone.csv" "$work/results.csv" || fail "the results are not those of -j 1"
  runs=$("$skald" query "$database" --format csv "SELECT count(*) AS n, count(DISTINCT hash) AS d,
    count(DISTINCT cell || '/' || replicate) AS places FROM runs" | tail -1)
  [ "$runs" = "$("$skald" query "$base/alone.db" --format csv "SELECT count(*) AS n, count(*) AS d,
    count(*) AS places FROM runs" | tail -1)" ] || fail "runs, different, places: $runs"
  "$skald" doctor "$database" >"$work/doctor.log" 2>&1 || fail "doctor: $(cat "$work/doctor.log")"
  note "the store is that of -j 1, every run once: $runs"
}

mkdir -p "$base"
make_reference
run_round
judge
clean_up
trap - EXIT
rm -rf "$work" "$lab"
