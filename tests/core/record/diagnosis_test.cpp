#include "record/diagnosis.hpp"

#include <type_traits>

#include "test.hpp"

namespace diagnosis_test {

using namespace skald::record;
using State = Diagnosis::State;

namespace {

const double none = std::nan("");

struct Case {
  Diagnostics of;
  State state;
  std::string reason;
};

}  // namespace

// A judgement is no number, and compares with none.
static_assert(!std::is_convertible_v<Diagnosis, double>);
static_assert(!std::is_constructible_v<double, Diagnosis>);
template <class T>
concept ComparesWithNumbers = requires(T a, double b) {
  a < b;
}
|| requires(T a, double b) { a > b; };
static_assert(!ComparesWithNumbers<Diagnosis>);

TEST_CASE("chains are good, bad, or unknown for a reason") {
  // iteration, chains, draws, coordinates, still, acceptance, r_hat, ess
  const Case given = GENERATE(
      Case{{900, 4, 900, 3, 0, 1, 1.0099, 400}, State::good, ""},
      Case{{900, 4, 900, 3, 0, 1, 1.0101, 400}, State::bad, "R-hat 1.01"},
      Case{{900, 4, 900, 3, 0, 1, kMostRHat, 399}, State::unknown, "ESS 399, at least 400 wanted"},
      Case{{900, 4, 900, 3, 0, 1, INFINITY, 1}, State::bad, "R-hat inf"},
      Case{{900, 4, 900, 3, 0, 1, 1, 399}, State::unknown, "ESS 399, at least 400 wanted"},
      Case{{900, 1, 900, 3, 0, 1, 1, none}, State::unknown, "no ESS"},
      Case{{900, 4, 900, 3, 0, 1, none, 900}, State::unknown, "no R-hat"},
      Case{{900, 4, 900, 3, 3, 0, none, none}, State::unknown, "stands still"},
      Case{{900, 4, 900, 3, 3, 0, 1.8e8, 4}, State::unknown, "stands still"},
      Case{{900, 4, 900, 3, 1, 1, none, none}, State::unknown, "1 of 3 coordinates stands still"},
      Case{{900, 4, 900, 3, 2, 1, 1.5, 900}, State::unknown, "2 of 3 coordinates stand still"},
      Case{{3, 4, 3, 3, 0, 1, none, none}, State::unknown, "3 draws"},
      Case{{3, 4, 1, 3, 3, none, none, none}, State::unknown, "1 draw"});
  const Diagnosis diagnosis(given.of);
  CHECK(diagnosis.state() == given.state);
  CHECK(diagnosis.reason() == given.reason);
  CHECK(diagnosis.is_good() == (given.state == State::good));
  CHECK(diagnosis.stands_still() == (given.of.still > 0 && given.of.draws >= 8));
  const bool moves = !diagnosis.stands_still();
  CHECK(diagnosis.r_hat().has_value() == (moves && !std::isnan(given.of.r_hat)));
  CHECK(diagnosis.ess().has_value() == (moves && !std::isnan(given.of.ess)));
  CHECK(diagnosis.acceptance().has_value() == !std::isnan(given.of.acceptance));
}

TEST_CASE("what was not measured is unknown, and has no number") {
  CHECK(Diagnosis().state() == State::unknown);
  CHECK(Diagnosis().reason() == "not measured");
  CHECK_FALSE(Diagnosis().r_hat());
  CHECK_FALSE(Diagnosis().stands_still());
}

TEST_CASE("bad is worse than unknown, which is worse than good") {
  const Diagnosis good({900, 4, 900, 3, 0, 1, 1, 900}),
      good_too({900, 4, 900, 3, 0, 1, 1.005, 900}), bad({900, 4, 900, 3, 0, 1, 1.1, 900}),
      worst({900, 4, 900, 3, 0, 1, 1.2, 900}), unknown;
  CHECK(worse(good, unknown).state() == State::unknown);
  CHECK(worse(bad, unknown).state() == State::bad);
  CHECK(worse(good, bad).state() == State::bad);
  CHECK(worse(worst, bad).r_hat() == 1.2);
  CHECK(worse(bad, worst).r_hat() == 1.2);
  CHECK(worse(good_too, good).r_hat() == 1.005);
}

}  // namespace diagnosis_test
