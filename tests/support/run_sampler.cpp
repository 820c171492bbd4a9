#include "run_sampler.hpp"

#include <utility>

#include "problem/declared_releases.hpp"

namespace skald::test {

Eigen::MatrixXd run_sampler(Federation& federation, const std::string& name,
                            std::vector<Setting> options, Index iterations, Eigen::MatrixXd start,
                            const Mechanism& mechanism, const Random& random) {
  const auto sampler = load_plugin<Sampler>("sampler/" + name, std::move(options));
  SamplerRun run(federation, *sampler, random, mechanism, std::move(start));
  return run.advance(iterations);
}

Eigen::MatrixXd run_sampler(Federation& federation, const std::string& name,
                            std::vector<Setting> options, const Random& random, Index iterations,
                            Index chains) {
  return run_sampler(federation, name, std::move(options), iterations,
                     Eigen::MatrixXd::Constant(federation.dimension(), chains, 0.5), nothing,
                     random);
}

Eigen::MatrixXd run_sampler(Federation& federation, const std::string& name,
                            std::vector<Setting> options, Index iterations, Index chains) {
  return run_sampler(federation, name, std::move(options), random_streams, iterations, chains);
}

std::vector<Release> releases(Federation& federation, const std::string& name,
                              std::vector<Setting> options, Index iterations) {
  const auto sampler = load_plugin<Sampler>("sampler/" + name, std::move(options));
  return problem::declared_releases(*sampler, federation.problem(), iterations);
}

FederationData two_clients() {
  FederationData data;
  data.points = Eigen::MatrixXd(1, 4);
  data.points << -3, -1, 1, 1;
  data.precision = Eigen::MatrixXd(1, 4);
  data.precision << 1.0 / 3, 1.0 / 3, 1.0 / 3, 3;
  data.client = {0, 0, 0, 1};
  data.clients = 2;
  return data;
}

}  // namespace skald::test
