// FedProx: the proximal term's effect on privacy, and what it costs.
#include "all_samplers/shipped_sampler.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

TEST_CASE("the proximal term's curvature counts in the sensitivity") {
  const auto federation = quadratic_federation(random_rows(2, 1, {6}, true));
  const double L =
      dynamic_cast<const PublicCurvature&>(federation->model()).largest_row_curvature();
  const double lr = 0.1, clip = 0.5;
  const auto sensitivity = [&](double mu) {
    ListeningMechanism messages;
    run_sampler(*federation, "fedprox",
                {{"K", 3}, {"batch", 2}, {"lr", lr}, {"clip", clip}, {"mu", mu}}, 3,
                MatrixXd::Zero(1, 1), messages);
    return messages.messages.at(0).sensitivity;
  };
  const double step = 2 * lr * clip;
  CHECK(sensitivity(0.99 * (2 / lr - L)) == Approx(step / 2));
  CHECK(sensitivity(1.01 * (2 / lr - L)) == Approx(step / 2 + 2 * step));
  CHECK(std::isinf(sensitivity(1.01 * 2 / lr)));
}

namespace {

using namespace ledger_terms;

const ShippedSampler fedprox = ShippedSampler("fedprox")
                                   .conforms({{"K", 3}, {"mu", 0.5}, {"lr", 0.3}})
                                   .conforms({{"epochs", 3}, {"batch", 2}, {"stragglers", 0.7}})
                                   .costs({{"K", 3}, {"S", 1}, {"batch", 1}}, [](const Seen&) {
                                     return both_ways(C * T / 3, C * T / 3, C * T);
                                   });

}  // namespace
