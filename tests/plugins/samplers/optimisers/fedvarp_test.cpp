// FedVARP and MIFA against their recurrences, and FedAvg's fixed points.
#include "all_samplers/shipped_sampler.hpp"
#include "optimisers/four_quadratics.hpp"
#include "test.hpp"

namespace skald::test {
namespace fedvarp_test {

using Eigen::Vector3d;

// The paper's rounds with these cohorts and equal weights. `rate`: the step size of a round.
template <class Rate>
Vector3d by_the_book(const std::vector<std::vector<Index>>& cohorts, bool saga, const Rate& rate) {
  const auto losses = four_quadratics();
  std::array<Vector3d, 4> y;  // mean gradients
  y.fill(Vector3d::Zero());
  Vector3d x = kStart;
  for (std::size_t r = 0; r < cohorts.size(); ++r) {
    const double length = 5 * rate(static_cast<double>(5 * r));
    const Vector3d mean = (y[0] + y[1] + y[2] + y[3]) / 4;
    Vector3d change = Vector3d::Zero();
    for (const Index c : cohorts[r]) {
      const auto i = static_cast<std::size_t>(c);
      const Vector3d delta = -losses[i].move(x, length / 5, 5) / length;
      change += delta - y[i];
      y[i] = delta;
    }
    x -= length * (mean + change / (saga ? static_cast<double>(cohorts[r].size()) : 4.));
  }
  return x;
}

TEST_CASE("FedVARP and MIFA are the papers' recurrences, whoever takes part") {
  const bool saga = GENERATE(true, false);
  const std::vector<Setting> options =
      five_steps({{"S", 2}, {"weights", "uniform"}, {"memory", saga ? "saga" : "sag"}});
  const HeardRounds heard = heard_rounds("fedvarp", options, 12, 5);
  CHECK((heard.theta - by_the_book(heard.cohorts, saga, [](double) { return .1; })).norm() < 1e-12);
  const HeardRounds slowing =
      heard_rounds("fedvarp", with(options, {{"lr_schedule", "inverse"}, {"lr_decay", .1}}), 12, 5);
  CHECK((slowing.theta - by_the_book(slowing.cohorts, saga, [](double k) {
           return .1 / (1 + .1 * k);
         })).norm() < 1e-12);
}

TEST_CASE("FedVARP and MIFA rest where FedAvg of all clients does") {
  const auto distance = [](const std::vector<Setting>& more, const Vector3d& rest) {
    return (after("fedvarp", five_steps(with({{"S", 2}}, more)), 5000) - rest).norm();
  };
  const std::string memory = GENERATE("saga", "sag");
  CHECK(distance({{"weights", "uniform"}, {"memory", memory}}, kUniformFedAvgRest) < 2e-10);
  CHECK(distance({{"memory", memory}}, kFedAvgRest) < 2e-10);
  const Vector3d fedavg = after("fedavg", five_steps({{"S", 2}, {"weights", "uniform"}}), 5000);
  CHECK((fedavg - kUniformFedAvgRest).norm() > .05);
}

using namespace ledger_terms;

const ShippedSampler fedvarp = ShippedSampler("fedvarp")
                                   .conforms({{"K", 3}, {"lr", 0.3}})
                                   .costs({{"K", 3}, {"S", 1}, {"batch", 1}}, [](const Seen&) {
                                     return both_ways(C * T / 3, C * T / 3, C * T);
                                   });

}  // namespace fedvarp_test
}  // namespace skald::test
