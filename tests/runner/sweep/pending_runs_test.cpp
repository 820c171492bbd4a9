#include "sweep/pending_runs.hpp"

#include "test.hpp"

namespace pending_runs_test {

using Indices = std::vector<std::size_t>;

namespace {

SweepRun run(const std::string& name) {
  SweepRun made;
  made.hash = text::Digest::of(name);
  return made;
}

// The hash of run(name).
std::string hash(const std::string& name) { return text::sha256(name); }

// Two references; b0 and b1 need the first one, c0 the second one, d0 none.
std::vector<SweepRun> sample() {
  std::vector<SweepRun> runs{run("a0"), run("a1"), run("b0"), run("b1"), run("c0"), run("d0")};
  runs[0].is_reference = runs[1].is_reference = true;
  runs[2].reference = runs[3].reference = 0;
  runs[4].reference = 1;
  return runs;
}

}  // namespace

TEST_CASE("everything is pending in an empty store, references first") {
  CHECK(pending_runs({}, sample(), {}) == Indices{0, 1, 2, 3, 4, 5});
}

TEST_CASE("first replicates come first, references before the runs that need them") {
  std::vector<SweepRun> runs = sample();  // a1, b1 and c0 become second replicates
  for (const std::size_t i : {1u, 3u, 4u}) runs[i].replicate = 1;
  CHECK(pending_runs({}, runs, {}) == Indices{0, 2, 5, 1, 3, 4});
  CHECK(pending_runs({.limit = 2}, runs, {}) == Indices{0, 2, 5});
}

TEST_CASE("what ended is left out, and references that nobody needs with it") {
  const store::FinishedRuns finished{{hash("b0"), record::RunStatus::ok},
                                     {hash("b1"), record::RunStatus::diverged},
                                     {hash("d0"), record::RunStatus::crashed}};
  CHECK(pending_runs({}, sample(), finished) == Indices{1, 4});
  CHECK(pending_runs({.retry = {"diverged"}}, sample(), finished) == Indices{0, 1, 3, 4});
  CHECK(pending_runs({.retry = {"crashed"}}, sample(), finished) == Indices{1, 4, 5});
  CHECK(pending_runs({.force = true}, sample(), finished) == Indices{0, 1, 2, 3, 4, 5});
}

TEST_CASE("a run that failed for its reference comes again with it") {
  store::FinishedRuns finished{
      {hash("a0"), record::RunStatus::crashed}, {hash("a1"), record::RunStatus::ok},
      {hash("b0"), record::RunStatus::failed},  {hash("b1"), record::RunStatus::ok},
      {hash("c0"), record::RunStatus::ok},      {hash("d0"), record::RunStatus::failed}};
  CHECK(pending_runs({}, sample(), finished).empty());
  CHECK(pending_runs({.retry = {"crashed"}}, sample(), finished) == Indices{0, 2});
  CHECK(pending_runs({.retry = {"failed"}}, sample(), finished) == Indices{2, 5});
}

TEST_CASE("the option --only takes beginnings of hashes, and runs failures there again") {
  const store::FinishedRuns finished{{hash("a0"), record::RunStatus::ok},
                                     {hash("b0"), record::RunStatus::timeout},
                                     {hash("b1"), record::RunStatus::ok}};
  CHECK(pending_runs({.only = {hash("b0").substr(0, 9), hash("b1").substr(0, 9)}}, sample(),
                     finished) == Indices{2});
  CHECK(pending_runs({.only = {hash("a1"), hash("d0").substr(0, 9)}}, sample(), finished) ==
        Indices{1, 5});
  CHECK(pending_runs({.only = {"x"}}, sample(), finished).empty());
}

TEST_CASE("the option --limit counts the runs that were asked for, not their references") {
  CHECK(pending_runs({.limit = 1}, sample(), {}) == Indices{0, 2});
  CHECK(pending_runs({.limit = 0}, sample(), {}).empty());
}

TEST_CASE("a share leaves out all other runs, but not the references of its own") {
  std::vector<SweepRun> runs = sample();
  for (SweepRun& run : runs) run.is_ours = run.hash == runs[2].hash || run.hash == runs[5].hash;
  CHECK(pending_runs({}, runs, {}) == Indices{0, 2, 5});
  CHECK(pending_runs({.limit = 1}, runs, {}) == Indices{0, 2});
  CHECK(pending_runs({}, runs, {{hash("a0"), record::RunStatus::ok}}) == Indices{2, 5});
  CHECK(pending_runs({.only = {hash("b0"), hash("b1")}}, runs, {}) == Indices{0, 2});
}

}  // namespace pending_runs_test
