#include "run_sampler.hpp"

#include <utility>

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

}  // namespace skald::test
