// Random compositions of the parts of federated optimisers, each against the same written out.
#include "optimisers/reference/written_out.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace skald::test::reference {
namespace {

constexpr int kRounds = 5;
constexpr double kPrior = 0.6;
const std::vector<Index> kRows{2, 5, 3, 4};

double slope(double u) { return 1 / (1 + std::exp(-u)) - 0.7; }

// Clients with losses of one kind, for samplers and for the reference.
struct Twins {
  std::unique_ptr<Federation> federation;
  Losses losses;
};
Twins twins(bool quadratic) {
  FederationData data = random_rows(quadratic ? 7 : 8, 3, kRows, false);
  Losses losses{std::vector<std::vector<std::function<Vector(const Vector&)>>>(kRows.size()),
                kPrior};
  for (Index r = 0; r < data.points.cols(); ++r) {
    const Vector x = data.points.col(r);
    const MatrixXd P = data.precision.col(r).reshaped(3, 3);
    auto& rows = losses.rows[static_cast<std::size_t>(data.client[static_cast<std::size_t>(r)])];
    rows.emplace_back([=](const Vector& y) -> Vector {
      return quadratic ? Vector(P * (y - x)) : Vector(slope(x.dot(y)) * x);
    });
  }
  if (quadratic) return {quadratic_federation(std::move(data), kPrior), losses};
  data.precision.resize(0, 0);
  auto model = std::make_unique<LinearPredictorModel>(slope, 0.25, true, kPrior, 10);
  return {std::make_unique<Federation>(std::move(data), std::move(model)), losses};
}

}  // namespace

TEST_CASE("compositions of federated optimisers do what is written out") {
  const std::string method = GENERATE(from_range(methods()));
  const bool quadratic = GENERATE(true, false);
  const Twins both = twins(quadratic);
  MatrixXd start(3, 2);
  start << 1, -0.5, -1, 0.3, 2, 0.8;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Composition made = compose(method, seed, static_cast<int>(kRows.size()));
    CAPTURE(seed, made.text);
    const int length = made.choices.epochs > 0 ? made.choices.epochs : made.choices.K;
    both.federation->ledger() = {};
    const MatrixXd found =
        run_sampler(*both.federation, method, made.settings, kRounds * length, start);
    double gradients = 0;
    for (Index chain = 0; chain < 2; ++chain) {
      WrittenOut expected(made.choices, both.losses, random_streams, chain, start.col(chain));
      expected.run(kRounds);
      CHECK((found.col(chain) - expected.theta()).norm() < 1e-12 * (1 + expected.theta().norm()));
      gradients += expected.gradients();
    }
    CHECK(both.federation->ledger().gradient_evaluations == gradients);
  }
}

}  // namespace skald::test::reference
