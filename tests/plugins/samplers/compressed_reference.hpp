// What compressed Langevin samplers send and add, written again from the streams that they draw
// from, and their laws on the federation whose laws are known.
#pragma once

#include "exact_law.hpp"
#include "oracles/gaussian_problem.hpp"
#include "run_sampler.hpp"
#include "test.hpp"
#include "unlike_clients.hpp"

namespace skald::test {

// What is left of a message of a client (-1: the server) in iteration k and a chain.
using Compression =
    std::function<Eigen::VectorXd(std::int64_t k, Index client, Index chain, Eigen::VectorXd)>;

// Every coordinate with probability q, times `factor`.
inline Compression mask(double q, double factor) {
  return [=](std::int64_t k, Index client, Index chain, Eigen::VectorXd v) {
    Eigen::MatrixXd u(v.size(), 1);
    random_streams.uniform({Role::quantiser, client, chain}, k, view(u));
    for (Index i = 0; i < v.size(); ++i) v(i) *= u(i, 0) < q ? factor : 0;
    return v;
  };
}
// The largest coordinate alone.
inline Compression largest() {
  return [](std::int64_t, Index, Index, Eigen::VectorXd v) {
    Index at = 0;
    v.cwiseAbs().maxCoeff(&at);
    const double kept = v(at);
    v.setZero();
    v(at) = kept;
    return v;
  };
}

// One chain of such a sampler at step h and temperature T.
struct Chain {
  Federation& federation;
  Index number;
  double step, temp;

  Index clients() const { return federation.problem().clients(); }
  Eigen::VectorXd gradient(Index client, const Eigen::VectorXd& theta) const {
    const Eigen::MatrixXd at = theta;
    Eigen::MatrixXd out(theta.size(), 1);
    federation.problem().gradient(client, view(at), view(out));
    return out;
  }
  // theta - h G + noise of iteration k.
  Eigen::VectorXd moved(std::int64_t k, const Eigen::VectorXd& theta,
                        const Eigen::VectorXd& G) const {
    Eigen::MatrixXd xi(theta.size(), 1);
    random_streams.normal({Role::noise, -1, number}, k, view(xi));
    return theta - step * G + std::sqrt(2 * step * temp) * xi.col(0);
  }
};

// The law of sampler/NAME on four_unlike_clients(factor), if it states one.
inline std::optional<oracles::StationaryLaw> stated_law(const std::string& name,
                                                        const std::vector<Setting>& options,
                                                        double factor = 1) {
  return stated_law(*four_unlike_clients(factor), name, options);
}
inline oracles::StationaryLaw exact_law(const std::string& name,
                                        const std::vector<Setting>& options) {
  return exact_law(*four_unlike_clients(), name, options);
}
// Entries 11 12 13 22 23 33 of the covariance, where the mean is x*.
inline void check_covariance(const oracles::StationaryLaw& law,
                             const std::array<double, 6>& expected) {
  REQUIRE(law.moments);
  CHECK(law.moments->mean.norm() < 1e-12);
  CHECK(apart(law.moments->covariance, symmetric(expected)) < 1e-9);
}

}  // namespace skald::test
