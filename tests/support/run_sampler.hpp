// Runs of samplers on a federation in memory, from their plugins.
#pragma once

#include <string>
#include <vector>

#include "federation.hpp"
#include "load_plugin.hpp"

namespace skald::test {

inline constexpr double h = 0.01;  // a step with which the tests' small federations are stable
inline const random::PhiloxRandom random_streams(21, 0);
inline const ListeningMechanism nothing;  // a mechanism that protects nothing

// Returns the estimates of all chains of sampler/NAME after that many iterations.
Eigen::MatrixXd run_sampler(Federation& federation, const std::string& name,
                            std::vector<Setting> options, Index iterations, Eigen::MatrixXd start,
                            const Mechanism& mechanism = nothing,
                            const Random& random = random_streams);
// The same for chains that start with every coordinate at 1/2.
Eigen::MatrixXd run_sampler(Federation& federation, const std::string& name,
                            std::vector<Setting> options, const Random& random, Index iterations,
                            Index chains = 3);
Eigen::MatrixXd run_sampler(Federation& federation, const std::string& name,
                            std::vector<Setting> options, Index iterations, Index chains = 3);

// Returns what sampler/NAME declares to release during that many iterations.
std::vector<Release> releases(Federation& federation, const std::string& name,
                              std::vector<Setting> options, Index iterations);

// Two clients in one dimension: curvatures (1, 3) and minimisers (-1, 1), with three rows and one
// row; the target is N(1/2, 1/4).
FederationData two_clients();

}  // namespace skald::test
