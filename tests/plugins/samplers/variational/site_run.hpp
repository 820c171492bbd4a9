// The approximation q that samplers with sites hold, read from their state.
#pragma once

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <complex>

#include "optimisers/four_quadratics.hpp"
#include "skald/parts/federated/participation.hpp"
#include "test.hpp"

namespace skald::test {

struct Gaussian {
  Eigen::MatrixXd precision;
  Eigen::VectorXd mean;
};

// The prior N(0, I / prior) times the sites of one replicate, which `columns` holds: every column a
// precision (full, or its diagonal), then a shift.
inline Gaussian product_with_prior(const Eigen::MatrixXd& columns, Index d, double prior) {
  const Eigen::VectorXd sum = columns.rowwise().sum();
  const Eigen::VectorXd numbers = sum.head(sum.size() - d);
  Eigen::MatrixXd precision = prior * Eigen::MatrixXd::Identity(d, d);
  if (numbers.size() == d) {
    precision.diagonal() += numbers;
  } else {
    precision += numbers.reshaped(d, d);
  }
  return {precision, precision.lu().solve(sum.tail(d))};
}

// Four clients with quadratic losses, a prior of precision 5 and temperature 1/2: the target has
// precision sum_c n_c A_c / T + 10.
inline constexpr double kTemperedPrior = 10;
inline const Eigen::Vector3d kPosteriorMean{.6390349027, .1493957132, .3435832266};
inline const Eigen::Vector3d kPosteriorPrecision{252, 238, 276};  // diagonal

// A run borrows `random`.
class SiteRun {
 public:
  SiteRun(const std::string& sampler, const std::vector<Setting>& options,
          const Random& random = random_streams, Index chains = 1)
      : federation_(four_clients(5)),
        sampler_(load_plugin<Sampler>("sampler/" + sampler, with({{"temp", .5}}, options))),
        run_(*federation_, *sampler_, random, nothing,
             Eigen::MatrixXd(kStart.replicate(1, chains))) {}

  Eigen::MatrixXd advance(Index rounds) { return run_.advance(rounds * sampler_->stride()); }
  Gaussian q() const { return product_with_prior(run_.state().front(), 3, kTemperedPrior); }
  Eigen::MatrixXd sites() const { return run_.state().front(); }
  void set_sites(const Eigen::MatrixXd& sites) {
    std::vector<Eigen::MatrixXd> state = run_.state();
    state.front() = sites;
    run_.take_over(state, 0);
  }
  double projected() const { return run_.state().at(1).sum(); }

 private:
  std::unique_ptr<Federation> federation_;
  std::shared_ptr<Sampler> sampler_;
  SamplerRun run_;
};

// With exact local solutions.
inline Gaussian q_after(const std::string& sampler, const std::vector<Setting>& options,
                        Index rounds) {
  SiteRun run(sampler, with({{"local", "exact"}}, options));
  run.advance(rounds);
  return run.q();
}

// Streams with which two of four clients take part in each of the first two rounds: {0, 1}, then
// {2, 3}.
inline random::PhiloxRandom two_then_two() {
  for (std::uint64_t seed = 0;; ++seed) {
    const random::PhiloxRandom random(seed, 0);
    Participation participation(4, 2);
    const auto is_drawn = [&](std::int64_t k, std::int32_t first) {
      const auto cohort = participation.draw(random, k, 0);
      return cohort[0] == first && cohort[1] == first + 1;
    };
    if (is_drawn(0, 0) && is_drawn(1, 2)) return random;
  }
}

// The spectral radius of a round as a map of the sites' shifts, their precisions held at the limit.
inline double radius_of_shifts(const std::string& sampler, const std::vector<Setting>& options) {
  SiteRun run(sampler, with({{"local", "exact"}}, options));
  run.advance(400);
  Eigen::MatrixXd limit = run.sites();
  limit.bottomRows(3).setZero();
  const auto after = [&](const Eigen::MatrixXd& sites) {
    run.set_sites(sites);
    run.advance(1);
    return Eigen::VectorXd(run.sites().bottomRows(3).reshaped());
  };
  const Eigen::VectorXd origin = after(limit);
  Eigen::MatrixXd map(12, 12);
  for (Index i = 0; i < 12; ++i) {
    Eigen::MatrixXd moved = limit;
    moved(moved.rows() - 3 + i % 3, i / 3) = 100;
    map.col(i) = (after(moved) - origin) / 100;
  }
  const Eigen::VectorXcd eigenvalues = map.eigenvalues();
  return eigenvalues.cwiseAbs().maxCoeff();
}

}  // namespace skald::test
