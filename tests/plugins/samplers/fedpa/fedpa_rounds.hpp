// Rounds of FedPA and of samplers that it is compared with.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "run_sampler.hpp"

namespace skald::test {

// Returns the estimates of all chains after that many rounds.
inline Eigen::MatrixXd run_rounds(Federation& federation, const std::string& name,
                                  std::vector<Setting> options, Index rounds,
                                  Eigen::MatrixXd start) {
  const Index stride = load_plugin<Sampler>("sampler/" + name, options)->stride();
  return run_sampler(federation, name, std::move(options), rounds * stride, std::move(start));
}
inline Eigen::MatrixXd run_rounds(Federation& federation, const std::string& name,
                                  std::vector<Setting> options, Index rounds) {
  return run_rounds(federation, name, std::move(options), rounds,
                    Eigen::MatrixXd::Constant(federation.dimension(), 2, 0.4));
}

}  // namespace skald::test
