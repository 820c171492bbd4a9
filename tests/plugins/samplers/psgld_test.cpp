// pSGLD against SGLD, its Gamma term, and the laws with and without it.
#include "all_samplers/shipped_sampler.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace {

// Every row: U = sum_i theta_i^4 / 4 + theta_i^2 / 2 + theta_0 theta_1 / 2 where there are two.
class Quartic final : public RowModel {
 public:
  Quartic() : RowModel(0) {}

 private:
  void add_row_gradient(Index, const double* theta, double* out) const override {
    for (Index i = 0; i < dimension(); ++i) {
      out[i] += theta[i] * theta[i] * theta[i] + theta[i];
      if (dimension() == 2) out[i] += theta[1 - i] / 2;
    }
  }
};

std::unique_ptr<Federation> quartic(Index d, Index rows) {
  FederationData data;
  data.points = MatrixXd::Zero(d, rows);
  data.client.assign(static_cast<std::size_t>(rows), 0);
  return std::make_unique<Federation>(std::move(data), std::make_unique<Quartic>());
}

// E x^2 under weight(x) exp(-U) with U = x^4 / 4 + x^2 / 2.
template <class Weight>
double second_moment_of(Weight&& weight) {
  double norm = 0, sum = 0;
  for (double x = -6; x <= 6; x += 1e-3) {
    const double p = weight(x) * std::exp(-x * x * x * x / 4 - x * x / 2);
    norm += p;
    sum += p * x * x;
  }
  return sum / norm;
}

}  // namespace

TEST_CASE("with a constant V, pSGLD is SGLD with step h g, g = 1 / (lambda + sqrt(v))") {
  const auto federation = quadratic_federation(random_rows(1, 3, {2, 5}, false), 0.6);
  const double v = 4, lambda = 0.5, step = 0.01;
  const MatrixXd start = MatrixXd::Constant(3, 4, 0.5);
  const bool gamma_term = GENERATE(false, true);
  const MatrixXd found = run_sampler(*federation, "psgld",
                                     {{"alpha", 1.0},
                                      {"initial_v", v},
                                      {"lambda", lambda},
                                      {"step", step},
                                      {"batch", 3},
                                      {"temp", 0.7},
                                      {"gamma_term", gamma_term}},
                                     40, start);
  const MatrixXd sgld = run_sampler(
      *federation, "sgld", {{"step", step / (lambda + std::sqrt(v))}, {"batch", 3}, {"temp", 0.7}},
      40, start);
  CHECK((found - sgld).cwiseAbs().maxCoeff() < 1e-13);
}

TEST_CASE("the Gamma term is the derivative of the preconditioner") {
  const auto federation = quartic(2, 3);
  const double temp = 0.7, alpha = 0.9, lambda = 0.2, v = 0.3;
  MatrixXd start(2, 3);
  start << 0.4, -1.3, 0, 0.8, 0.1, 2.5;
  const auto step = [&](bool gamma_term) {
    return run_sampler(*federation, "psgld",
                       {{"alpha", alpha},
                        {"initial_v", v},
                        {"lambda", lambda},
                        {"step", h},
                        {"temp", temp},
                        {"gamma_term", gamma_term}},
                       1, start);
  };
  const MatrixXd gamma = (step(true) - step(false)) / (h * temp);
  const auto G = [&](MatrixXd theta, Index i, Index j, double by) {
    theta(i, j) += by;
    MatrixXd g(2, 3);
    federation->problem().risk_gradient(Problem::everyone, Rows::range(0, 3), view(theta), view(g));
    return 1 / (lambda + std::sqrt(alpha * v + (1 - alpha) * g(i, j) * g(i, j)));
  };
  for (Index i = 0; i < 2; ++i) {
    for (Index j = 0; j < 3; ++j) {
      const double expected = (G(start, i, j, 1e-6) - G(start, i, j, -1e-6)) / 2e-6;
      CHECK(gamma(i, j) == Approx(expected).margin(1e-7));
    }
  }
}

TEST_CASE("without the Gamma term the quartic's law is exp(-U) / G, with it exp(-U)") {
  // alpha = 0 and lambda = 1: G = 1 / (1 + |U'|) is a function of theta alone.
  const auto federation = quartic(1, 1);
  const auto second_moment = [&](bool gamma_term) {
    const MatrixXd end =
        run_sampler(*federation, "psgld",
                    {{"alpha", 0.0}, {"lambda", 1.0}, {"step", 0.02}, {"gamma_term", gamma_term}},
                    1500, MatrixXd::Constant(1, 8000, 0.5));
    return end.cwiseAbs2().mean();
  };
  const double target = second_moment_of([](double) { return 1.0; });
  const double biased = second_moment_of([](double x) { return 1 + std::abs(x * x * x + x); });
  CAPTURE(target, biased);
  REQUIRE(biased > 1.4 * target);
  // Standard error 1.2 % of 8000 values; 5.5 of them and a step bias of a few percent.
  CHECK(second_moment(true) == Approx(target).epsilon(0.1));
  CHECK(second_moment(false) == Approx(biased).epsilon(0.1));
}

TEST_CASE(
    "at alpha 0.9 the Gamma term makes the quartic's law exp(-U) G^-0.9, and no less biased") {
  const auto federation = quartic(1, 1);
  const auto second_moment = [&](bool gamma_term) {
    const MatrixXd end =
        run_sampler(*federation, "psgld",
                    {{"alpha", 0.9}, {"lambda", 1.0}, {"step", 0.004}, {"gamma_term", gamma_term}},
                    5000, MatrixXd::Constant(1, 4000, 0.5));
    return end.cwiseAbs2().mean();
  };
  const auto law = [](double power) {
    return second_moment_of(
        [power](double x) { return std::pow(1 + std::abs(x * x * x + x), power); });
  };
  CAPTURE(law(0), law(0.9), law(1));
  REQUIRE(law(0.9) > 1.3 * law(0));
  CHECK(second_moment(true) == Approx(law(0.9)).epsilon(0.12));
  CHECK(second_moment(false) == Approx(law(1)).epsilon(0.12));
  const auto said = [](double alpha, bool gamma_term) {
    const auto sampler =
        load_plugin<Sampler>("sampler/psgld", {{"alpha", alpha}, {"gamma_term", gamma_term}});
    return std::string(sampler->bias() == nullptr ? "" : sampler->bias());
  };
  CHECK_THAT(said(0.9, true), Catch::Contains("prod G_i^-alpha"));
  CHECK_THAT(said(0.9, false), Catch::Contains("prod G_i^-1"));
  CHECK(said(0, true).empty());
  CHECK(said(1, false).empty());
}

TEST_CASE("V averages the squared gradients of the mean loss") {
  const auto federation = quadratic_federation(random_rows(2, 2, {6}, false), 0.6);
  const auto sampler = load_plugin<Sampler>("sampler/psgld", {{"alpha", 0.8}, {"initial_v", 2.0}});
  const MatrixXd start = MatrixXd::Constant(2, 3, 0.4);
  SamplerRun run(*federation, *sampler, random_streams, nothing, start);
  run.advance(1);
  MatrixXd g(2, 3);
  federation->problem().risk_gradient(Problem::everyone, Rows::range(0, 6), view(start), view(g));
  CHECK((run.state().at(1).array() - (1.6 + 0.2 * g.array().square())).abs().maxCoeff() < 1e-13);
  LangevinLaw law;
  CHECK_FALSE(sampler->law(law));
}

namespace {

using namespace ledger_terms;

const std::vector<Setting> small_step = {{"step", 0.001}, {"lambda", 0.1}, {"initial_v", 0.04}};

const ShippedSampler psgld =
    ShippedSampler("psgld")
        .conforms({{"alpha", 1.0}, {"initial_v", 0.04}, {"lambda", 0.1}, {"step", 0.05}})
        .conforms(small_step)
        .conforms(with(small_step, {{"gamma_term", true}}))
        .costs({{"batch", 4}}, [](const Seen&) { return no_messages(C * T * 4); })
        // Two more gradients per coordinate.
        .costs({{"batch", 4}, {"gamma_term", true}},
               [](const Seen&) { return no_messages(C * T * 4 * (1 + 2 * d)); });

}  // namespace
