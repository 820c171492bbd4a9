#include "cell/run_accountant.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "cell/experiment.hpp"
#include "cells.hpp"
#include "privacy/accountant.hpp"

using namespace skald;
using namespace skald::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Declares the releases it is given.
class Releasing final : public Sampler {
 public:
  explicit Releasing(std::vector<Release> releases) : releases_(std::move(releases)) {}
  void start(Context&, Block) override {}
  void advance(Context&, Index, Block) override {}
  void releases(const Problem&, Index, ReleasePlan& plan) const override {
    for (const Release& release : releases_) plan.add(release);
  }

 private:
  std::vector<Release> releases_;
};

RunAccountant accountant(std::vector<Release> releases) {
  static Experiment experiment(cell_of(walk("", R"("iterations": 10)")), 0, plugins());
  return RunAccountant(Releasing(std::move(releases)), experiment.problem(), 10);
}

Release release(Index client, std::int64_t count, double rate, Relation relation) {
  return {.client = client,
          .count = count,
          .relation = relation,
          .sampling = rate < 1 ? Sampling::poisson : Sampling::none,
          .rate = rate};
}

// The privacy module's answer for `count` releases with a noise of `multiplier` clips.
double epsilon(double multiplier, std::int64_t count, double rate, privacy::Relation relation) {
  privacy::Release r;
  r.noise_multiplier = multiplier;
  r.count = count;
  r.rate = rate;
  r.sampling = rate < 1 ? privacy::Sampling::poisson : privacy::Sampling::none;
  r.relation = relation;
  return privacy::epsilon({{r}}, 1e-5, privacy::Accountant::rdp).epsilon;
}

}  // namespace

TEST_CASE("without releases nothing is protected and no noise helps") {
  const RunAccountant none = accountant({});
  CHECK(none.empty());
  CHECK(none.epsilon(1, 1e-5) == kInfinity);
  CHECK(none.noise_multiplier(kInfinity, 1e-5) == 0);
  CHECK_THROWS_AS(none.noise_multiplier(1, 1e-5), std::invalid_argument);
  CHECK(accountant({release(0, 0, 1, Relation::add_remove)}).empty());
}

TEST_CASE("a noise as wide as the sensitivity protects alike under both relations") {
  const double once = epsilon(2, 10, 1, privacy::Relation::add_remove);
  CHECK(accountant({release(0, 10, 1, Relation::add_remove)}).epsilon(2, 1e-5) == Approx(once));
  CHECK(accountant({release(0, 10, 1, Relation::replace_one)}).epsilon(2, 1e-5) == Approx(once));
  // A concentrated Gaussian: eps <= rho + 2 sqrt(rho ln(1/delta)), rho = 10 / (2 * 2^2).
  const double rho = 10.0 / 8;
  CHECK(once <= rho + 2 * std::sqrt(rho * std::log(1e5)));
  CHECK(once > rho);
}

TEST_CASE("the worst client counts; a client's own releases compose") {
  const auto add_remove = Relation::add_remove;
  const RunAccountant worst =
      accountant({release(0, 10, 0.1, add_remove), release(1, 10, 0.2, add_remove),
                  release(2, 10, 0.05, add_remove)});
  CHECK(worst.epsilon(1.5, 1e-5) == Approx(epsilon(1.5, 10, 0.2, privacy::Relation::add_remove)));
  const RunAccountant counts =
      accountant({release(0, 10, 0.1, add_remove), release(1, 30, 0.1, add_remove)});
  CHECK(counts.epsilon(1.5, 1e-5) == Approx(epsilon(1.5, 30, 0.1, privacy::Relation::add_remove)));
  const RunAccountant composed =
      accountant({release(0, 10, 0.1, add_remove), release(0, 20, 0.1, add_remove)});
  CHECK(composed.epsilon(1.5, 1e-5) ==
        Approx(epsilon(1.5, 30, 0.1, privacy::Relation::add_remove)));
}

TEST_CASE("the calibrated noise keeps the budget and wastes little of it") {
  const RunAccountant plan = accountant(
      {release(0, 100, 0.1, Relation::add_remove), release(1, 100, 0.3, Relation::add_remove)});
  for (const double eps : {0.5, 3.0}) {
    const double multiplier = plan.noise_multiplier(eps, 1e-5);
    CHECK(plan.epsilon(multiplier, 1e-5) <= eps);
    CHECK(plan.epsilon(multiplier, 1e-5) > 0.999 * eps);
  }
  CHECK(plan.noise_multiplier(kInfinity, 1e-5) == 0);
  CHECK(plan.epsilon(0, 1e-5) == kInfinity);
  CHECK_THROWS_AS(plan.noise_multiplier(0, 1e-5), std::invalid_argument);
}
