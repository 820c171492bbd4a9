// HMC: the integrator's invariants, exact laws, and defaults that work untuned.
#include <Eigen/LU>

#include "all_samplers/shipped_sampler.hpp"
#include "chain_moments.hpp"
#include "run_sampler.hpp"
#include "sampler_contract.hpp"
#include "skald/parts/hamiltonian/hamiltonian_chains.hpp"
#include "test.hpp"

using Eigen::ArrayXd;

namespace {

// Every row s: U = 1/2 sum_i (theta_i / s_i)^2.
class ScaledGaussian final : public RowModel {
 public:
  ScaledGaussian() : RowModel(0) {}
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      const ArrayXd z = theta.column(j).array() / table().features.column(rows.first).array();
      out[static_cast<std::size_t>(j)] = 0.5 * z.square().sum();
    }
  }

 private:
  void add_row_gradient(Index row, const double* theta, double* out) const override {
    const double* s = table().features.column(row).data();
    for (Index i = 0; i < dimension(); ++i) out[i] += theta[i] / (s[i] * s[i]);
  }
};

// Row z = (2 y - 1) x: U = log(1 + exp(-z' theta)), prior N(0, I / precision).
class Logistic final : public RowModel {
 public:
  explicit Logistic(double precision) : RowModel(precision) {}
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      double sum = 0;
      for (Index r = 0; r < rows.count; ++r) {
        sum += std::log1p(std::exp(-predictor(rows.row(j, r), theta.column(j).data())));
      }
      out[static_cast<std::size_t>(j)] = sum;
    }
  }
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out[static_cast<std::size_t>(j)] +=
          share * prior_precision() / 2 * theta.column(j).squaredNorm();
    }
  }

 private:
  double predictor(Index row, const double* theta) const {
    double sum = 0;
    for (Index i = 0; i < dimension(); ++i) sum += table().features.column(row)(i) * theta[i];
    return sum;
  }
  void add_row_gradient(Index row, const double* theta, double* out) const override {
    const double slope = -1 / (1 + std::exp(predictor(row, theta)));
    for (Index i = 0; i < dimension(); ++i) out[i] += slope * table().features.column(row)(i);
  }
};

std::unique_ptr<Federation> federation_of(MatrixXd points, std::unique_ptr<Model> model) {
  FederationData data;
  data.client.assign(static_cast<std::size_t>(points.cols()), 0);
  data.points = std::move(points);
  return std::make_unique<Federation>(std::move(data), std::move(model));
}

std::unique_ptr<Federation> scaled_gaussian(const VectorXd& scales) {
  return federation_of(scales, std::make_unique<ScaledGaussian>());
}

// 20 rows (x, 50 x') of labels that do not separate them.
MatrixXd logistic_rows() {
  MatrixXd z = random_rows(1, 2, {20}, true).points;
  z.row(0).array() += 0.3;
  z.row(1) *= 50;
  return z;
}

class LastRecord final : public Recorder {
 public:
  void record(const char* recorded, double given) override {
    name = recorded;
    value = given;
  }
  void record_vector(const char*, std::span<const double>) override {}
  std::string name;
  double value = -1;
};

double accept_rate(Federation& federation, std::vector<Setting> options, Index iterations) {
  const auto sampler = load_plugin<Sampler>("sampler/hmc", std::move(options));
  const random::PhiloxRandom random(4, 0);
  LastRecord recorder;
  Context context{federation.problem(), random, nothing, federation.ledger(), recorder};
  MatrixXd theta = MatrixXd::Constant(federation.dimension(), 20, 0.5);
  sampler->start(context, view(theta));
  sampler->advance(context, iterations, view(theta));
  if (!recorder.name.empty()) CHECK(recorder.name == "accept_rate");
  return recorder.value;
}

// Means of theta and of its squares over the draws of every chain.
struct DrawMoments {
  MatrixXd mean, square;
};
DrawMoments draw_moments(Federation& federation, Index chains, Index warm_up, Index draws) {
  const auto sampler = load_plugin<Sampler>("sampler/hmc");
  const random::PhiloxRandom random(6, 0);
  const Index d = federation.dimension();
  SamplerRun run(federation, *sampler, random, nothing, contract_starts(d, chains));
  run.advance(warm_up);
  DrawMoments moments{MatrixXd::Zero(d, chains), MatrixXd::Zero(d, chains)};
  for (Index i = 0; i < draws; ++i) {
    const MatrixXd theta = run.advance(1) / std::sqrt(static_cast<double>(draws));
    moments.mean += theta / std::sqrt(static_cast<double>(draws));
    moments.square += theta.cwiseAbs2();
  }
  return moments;
}

// V = sum_i theta_i^4 / 4 + theta_i theta_{i+1} / 2 + theta_i^2 / 2.
const auto quartic_gradient = [](const MatrixXd& theta, MatrixXd& out) {
  out = theta.array().cube() + theta.array();
  for (Index i = 0; i + 1 < theta.rows(); ++i) {
    out.row(i) += 0.5 * theta.row(i + 1);
    out.row(i + 1) += 0.5 * theta.row(i);
  }
};
double quartic_energy(const PhasePoints& at, const MatrixXd& inverse_mass) {
  double energy = 0.5 * (inverse_mass.array() * at.momentum.array().square()).sum();
  for (Index i = 0; i < at.theta.rows(); ++i) {
    const double x = at.theta(i, 0);
    energy += std::pow(x, 4) / 4 + x * x / 2;
    if (i > 0) energy += 0.5 * x * at.theta(i - 1, 0);
  }
  return energy;
}
PhasePoints phase_point() {
  PhasePoints at{MatrixXd(3, 1), MatrixXd(3, 1), MatrixXd(3, 1)};
  at.theta << 0.4, -1.1, 0.7;
  at.momentum << 1.2, 0.3, -0.8;
  quartic_gradient(at.theta, at.gradient);
  return at;
}
const MatrixXd inverse_mass = (MatrixXd(3, 1) << 0.5, 1, 2).finished();
Eigen::RowVectorXd one_step(double eps) { return Eigen::RowVectorXd::Constant(1, eps); }

}  // namespace

TEST_CASE("leapfrog is reversible") {
  const PhasePoints start = phase_point();
  PhasePoints at = start;
  leapfrog(at, inverse_mass, one_step(0.1), 50, quartic_gradient);
  CHECK((at.theta - start.theta).norm() > 0.1);
  at.momentum *= -1;
  leapfrog(at, inverse_mass, one_step(0.1), 50, quartic_gradient);
  CHECK((at.theta - start.theta).norm() < 1e-10);
  CHECK((at.momentum + start.momentum).norm() < 1e-10);
}

TEST_CASE("leapfrog's energy error is of second order") {
  const auto energy_error = [](std::int64_t count) {
    PhasePoints at = phase_point();
    const double before = quartic_energy(at, inverse_mass);
    leapfrog(at, inverse_mass, one_step(1 / static_cast<double>(count)), count, quartic_gradient);
    return std::abs(quartic_energy(at, inverse_mass) - before);
  };
  for (const std::int64_t count : {20, 40, 80}) {
    CHECK(energy_error(count) / energy_error(2 * count) == Approx(4).epsilon(0.05));
  }
}

TEST_CASE("leapfrog preserves volume") {
  const double delta = 1e-5;
  const auto shifted = [&](Index i, double by) {
    PhasePoints at = phase_point();
    (i < 3 ? at.theta(i, 0) : at.momentum(i - 3, 0)) += by;
    quartic_gradient(at.theta, at.gradient);
    leapfrog(at, inverse_mass, one_step(0.2), 10, quartic_gradient);
    VectorXd end(6);
    end << at.theta, at.momentum;
    return end;
  };
  MatrixXd jacobian(6, 6);
  for (Index i = 0; i < 6; ++i) {
    jacobian.col(i) = (shifted(i, delta) - shifted(i, -delta)) / (2 * delta);
  }
  CHECK(jacobian.determinant() == Approx(1).epsilon(1e-7));
}

TEST_CASE("acceptance tends to one with the step, and is adapted to its target") {
  const auto federation = scaled_gaussian(VectorXd::Constant(5, 1.0));
  const auto fixed = [&](double step) {
    return accept_rate(*federation, {{"warm_up", 0}, {"step", step}}, 40);
  };
  CHECK(fixed(0.02) > 0.9999);
  CHECK(fixed(1.5) < 0.95);
  CHECK(fixed(2.5) < 0.05);  // beyond the stability limit
  CHECK(accept_rate(*federation, {{"warm_up", 100}}, 100) == -1);
  // The averaged step accepts more than the fluctuating ones that met the target, as acceptance
  // falls steeply beyond it.
  const auto wide = scaled_gaussian(VectorXd::LinSpaced(30, 0.2, 3));
  const double found = accept_rate(*wide, {}, 1300);
  CAPTURE(found);
  CHECK(found > 0.75);
  CHECK(found < 0.92);
}

TEST_CASE("dual averaging finds the step of the target acceptance, each chain its own") {
  DualAveraging steps(0.8);
  steps.start(7, 2);
  const double scales[] = {1, 1e-4};  // acceptance 1 / (1 + step / scale)
  for (std::int64_t m = 1; m <= 3000; ++m) {
    for (const Index j : {0, 1}) steps.update(m, j, 1 / (1 + steps.step(j) / scales[j]));
  }
  for (const Index j : {0, 1}) {
    steps.finish(j);
    CHECK(steps.step(j) == Approx(0.25 * scales[j]).epsilon(0.05));
  }
}

TEST_CASE("HMC's Gaussian moments are exact at any step") {
  VectorXd scales(2);
  scales << 0.7, 1.3;
  const auto federation = scaled_gaussian(scales);
  const Index chains = 8000;
  const double temp = 0.6;
  for (const double step : {0.3, 0.9}) {
    const auto sampler = load_plugin<Sampler>(
        "sampler/hmc", {{"warm_up", 0}, {"step", step}, {"leapfrog_steps", 3}, {"temp", temp}});
    const random::PhiloxRandom random(5, 0);
    SamplerRun run(*federation, *sampler, random, nothing, MatrixXd::Constant(2, chains, 1));
    const MatrixXd end = run.advance(40);
    for (Index i = 0; i < 2; ++i) {
      const double z_mean = z_score(end.row(i).transpose(), 0);
      const double z_square =
          z_score(end.row(i).cwiseAbs2().transpose(), temp * scales(i) * scales(i));
      CAPTURE(step, i, z_mean, z_square);
      CHECK(std::abs(z_mean) < 5.5);
      CHECK(std::abs(z_square) < 5.5);
    }
  }
}

TEST_CASE("untuned, HMC samples a Gaussian with scales from 1/100 to 100") {
  VectorXd scales(4);
  scales << 0.01, 0.3, 5, 100;
  const auto federation = scaled_gaussian(scales);
  // 100 chains of 100 draws, whose means are nearly normal: P(|z| > 8) < 1e-11 for Student's t with
  // 99 degrees of freedom.
  const DrawMoments found = draw_moments(*federation, 100, 1000, 100);
  for (Index i = 0; i < 4; ++i) {
    const double z_mean = z_score(found.mean.row(i).transpose(), 0);
    const double z_square = z_score(found.square.row(i).transpose(), scales(i) * scales(i));
    CAPTURE(i, z_mean, z_square, found.square.row(i).mean());
    CHECK(std::abs(z_mean) < 8);
    CHECK(std::abs(z_square) < 8);
    CHECK(found.square.row(i).mean() / (scales(i) * scales(i)) == Approx(1).epsilon(0.1));
  }
}

TEST_CASE("untuned, HMC samples a logistic posterior with features of scales 1 and 50") {
  const MatrixXd z = logistic_rows();
  const auto federation = federation_of(z, std::make_unique<Logistic>(0.25));
  // Moments by quadrature on a grid of (theta_1, 50 theta_2).
  MatrixXd theta(2, 1);
  double potential = 0;
  VectorXd sum = VectorXd::Zero(5);
  for (double a = -4; a <= 4; a += 0.04) {
    for (double b = -4; b <= 4; b += 0.04) {
      theta << a, b / 50;
      federation->problem().potential(Problem::everyone, view(theta), {&potential, 1});
      const double weight = std::exp(10 - potential);
      sum += weight * (VectorXd(5) << 1, a, b / 50, a * a, b * b / 2500).finished();
    }
  }
  sum /= sum(0);
  // P(|z| > 8) = 6e-11 for Student's t with 59 degrees of freedom.
  const DrawMoments found = draw_moments(*federation, 60, 1000, 60);
  for (Index i = 0; i < 2; ++i) {
    const double z_mean = z_score(found.mean.row(i).transpose(), sum(1 + i));
    const double z_square = z_score(found.square.row(i).transpose(), sum(3 + i));
    CAPTURE(i, z_mean, z_square);
    CHECK(std::abs(z_mean) < 8);
    CHECK(std::abs(z_square) < 8);
  }
}

TEST_CASE("HMC keeps a sampler's promises, in warm-up and after") {
  const auto federation = federation_of(logistic_rows(), std::make_unique<Logistic>(0.25));
  for (const std::string mass : {"identity", "diagonal"}) {
    check_sampler_contract(*federation, "hmc",
                           {{"warm_up", 40}, {"mass", mass}, {"leapfrog_steps", 3}}, 50);
  }
}

namespace {

using namespace ledger_terms;

const ShippedSampler hmc =
    ShippedSampler("hmc")
        .conforms({{"warm_up", 0}, {"step", 0.3}, {"leapfrog_steps", 5}}, kExact, {"warm_up"})
        .conforms({{"warm_up", 200}, {"leapfrog_steps", 4}}, kExact)
        // A gradient per leapfrog step, and the first.
        .costs({{"warm_up", 10}, {"leapfrog_steps", 5}},
               [](const Seen&) { return no_messages(C * n * (1 + 5 * T)); });

}  // namespace
