// The noise of Langevin steps against the covariance of everybody's noise.
#include "privacy/langevin_noise.hpp"

#include <Eigen/Dense>

#include "privacy/gaussian.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace langevin_noise_test {
namespace {

// Covariance of the noise of the participants in one coordinate.
Eigen::MatrixXd covariance(const LangevinStep& s) {
  const auto n = static_cast<Eigen::Index>(s.participants);
  const double scale = 2 * s.step * s.temp;
  Eigen::MatrixXd all = Eigen::MatrixXd::Constant(n, n, scale * s.rho * s.rho);
  all.diagonal().array() += scale * (1 - s.rho * s.rho) * static_cast<double>(s.clients);
  return all;
}

double moved(const LangevinStep& s) {
  return s.step * static_cast<double>(s.clients) * s.clip / s.rate;
}

LangevinStep step_of(double rho, std::int64_t clients, std::int64_t participants) {
  return {.step = 0.01,
          .temp = 2,
          .rho = rho,
          .clients = clients,
          .participants = participants,
          .clip = 3,
          .rate = 0.25};
}

}  // namespace

TEST_CASE("Langevin noise: hidden common noise is worth what the joint covariance says") {
  for (const double rho : {0.0, 0.3, 0.9, 0.999}) {
    for (const auto& [clients, participants] :
         {std::pair<std::int64_t, std::int64_t>{1, 1}, {10, 1}, {10, 2}, {10, 10}, {50, 7}}) {
      const LangevinStep s = step_of(rho, clients, participants);
      CAPTURE(rho, clients, participants);
      const Eigen::MatrixXd noise = covariance(s);
      // Mahalanobis length of a move of the first client alone.
      const double distance = moved(s) * std::sqrt(noise.inverse()(0, 0));
      CHECK(langevin_multiplier(s, CommonNoise::hidden, LangevinView::iterates) ==
            Approx(1 / distance).epsilon(1e-9));
      const double share = 1 / static_cast<double>(participants);
      const double average = std::sqrt(share * share * noise.sum());
      CHECK(langevin_multiplier(s, CommonNoise::hidden, LangevinView::average) ==
            Approx(average / (share * moved(s))).epsilon(1e-9));
    }
  }
}

TEST_CASE("Langevin noise: known common noise leaves the noise of clients' own") {
  for (const double rho : {0.0, 0.5, 1.0}) {
    const LangevinStep s = step_of(rho, 10, 4);
    Eigen::MatrixXd own = covariance(s);
    own.array() -= 2 * s.step * s.temp * rho * rho;
    CHECK(langevin_multiplier(s, CommonNoise::known, LangevinView::iterates) ==
          Approx(std::sqrt(own(0, 0)) / moved(s)).epsilon(1e-12).margin(1e-15));
    CHECK(langevin_multiplier(s, CommonNoise::known, LangevinView::average) ==
          Approx(std::sqrt(own.sum()) / moved(s)).epsilon(1e-12).margin(1e-15));
  }
}

TEST_CASE("Langevin noise: limits") {
  const auto hidden = CommonNoise::hidden;
  // Whoever sees two clients without noise of their own sees the common noise.
  CHECK(langevin_multiplier(step_of(1, 10, 2), hidden, LangevinView::iterates) == 0);
  CHECK(langevin_multiplier(step_of(1, 10, 1), hidden, LangevinView::iterates) > 0);
  // The average of all clients has the noise of Langevin dynamics, whatever they share: sqrt(2 T /
  // h) rate / clip, also for many clients.
  for (const double rho : {0.0, 0.7, 1.0}) {
    CHECK(langevin_multiplier(step_of(rho, 20, 20), hidden, LangevinView::average) ==
          Approx(std::sqrt(2 * 2 / 0.01) * 0.25 / 3).epsilon(1e-12));
  }
  CHECK_THROWS_AS(langevin_multiplier(step_of(1.5, 1, 1), hidden, LangevinView::average),
                  std::invalid_argument);
  CHECK_THROWS_AS(langevin_multiplier(step_of(0, 2, 3), hidden, LangevinView::average),
                  std::invalid_argument);
}

TEST_CASE("Langevin noise: the hockey stick of two clients' iterates, integrated over the plane") {
  const LangevinStep s{
      .step = 0.5, .temp = 1, .rho = 0.8, .clients = 2, .participants = 2, .clip = 1};
  const Eigen::Matrix2d noise = covariance(s), precision = noise.inverse();
  const double shift = moved(s);
  const double sd = std::sqrt(noise(0, 0)), h = sd / 60;
  const double factor = std::sqrt(precision.determinant()) / (2 * M_PI) * h * h;
  const double epsilon = 0.5;
  double delta = 0;
  for (double x = -9 * sd; x <= 9 * sd + shift; x += h) {
    for (double y = -9 * sd; y <= 9 * sd; y += h) {
      const Eigen::Vector2d q(x, y), p(x - shift, y);
      const double of_p = std::exp(-0.5 * p.dot(precision * p));
      const double of_q = std::exp(-0.5 * q.dot(precision * q));
      delta += factor * std::max(0.0, of_p - std::exp(epsilon) * of_q);
    }
  }
  const double z = langevin_multiplier(s, CommonNoise::hidden, LangevinView::iterates);
  CHECK(gaussian_delta(z, epsilon) == Approx(delta).epsilon(1e-3));
}

}  // namespace langevin_noise_test
}  // namespace skald::privacy
