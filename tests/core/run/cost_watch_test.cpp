#include "run/cost_watch.hpp"

#include "runs.hpp"
#include "test.hpp"

namespace cost_watch_test {

using namespace skald::run;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Ledger some_costs() { return {3, 640, 320, 50, 20, 1.5}; }

// What is said of that ledger after some_costs().
std::string refusal_of(const Ledger& ledger) {
  CostWatch watch;
  watch.accept(some_costs(), 10);
  try {
    watch.accept(ledger, 20);
  } catch (const std::runtime_error& refusal) {
    return refusal.what();
  }
  return "";
}

template <class Number>
std::string refusal_of(Number Ledger::*member, Number value) {
  Ledger ledger = some_costs();
  ledger.*member = value;
  return refusal_of(ledger);
}

}  // namespace

TEST_CASE("costs that stay or grow are accepted") {
  CHECK(refusal_of(some_costs()).empty());
  CHECK(refusal_of({4, 641, 320, 1e6, 20.5, 1e9}).empty());
  CHECK(refusal_of(&Ledger::bits_up, 9e18).empty());
}

TEST_CASE("each number of the ledger is finite, none is negative, and none decreases") {
  for (double Ledger::*member :
       {&Ledger::bits_up, &Ledger::bits_down, &Ledger::gradient_evaluations, &Ledger::normals,
        &Ledger::simulated_seconds}) {
    for (const double value : {kNan, double(INFINITY), -double(INFINITY), -1e300, 1e30, 0.5})
      CHECK_FALSE(refusal_of(member, value).empty());
  }
  CHECK_FALSE(refusal_of(&Ledger::rounds, std::int64_t{2}).empty());
  CHECK(refusal_of(&Ledger::bits_up, -5.) ==
        "the ledger has bits_up = -5 after iteration 20, and had 640 before; expected a finite "
        "number from there to 2^63: correct the sampler, which is to add to the ledger what it "
        "costs, and to assign nothing");
}

TEST_CASE("a copy goes back to the costs that it has accepted") {
  CostWatch watch;
  const CostWatch before = watch;
  watch.accept(some_costs(), 10);
  watch = before;
  CHECK_NOTHROW(watch.accept({1, 2, 3, 4, 5, 0}, 10));
  CHECK_THROWS(watch.accept({}, 20));
}

TEST_CASE("a run has failed whose sampler writes costs that cannot be") {
  const std::string how =
      GENERATE(std::string("negative_cost"), "no_cost", "huge_cost", "less_cost");
  const record::RunOutcome outcome = run_of(
      R"("dataset": {"plugin": "gaussian_clients", "clients": 2, "seed": 1},
         "model": {"plugin": "gaussian"}, "run": {"iterations": 60, "record_every": 20},
         "sampler": {"plugin": "misbehaving", "how": ")" +
      how + "\"}");
  CHECK(outcome.status == record::RunStatus::failed);
  CHECK_THAT(outcome.message, Catch::Contains("the ledger has bits_"));
  CHECK_THAT(outcome.message, Catch::Contains("after iteration "));
}

}  // namespace cost_watch_test
