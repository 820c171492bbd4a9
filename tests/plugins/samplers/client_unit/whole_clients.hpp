// Federations of clients whose gradients do not depend on theta, and what samplers release of them
// when the unit of privacy is the client.
#pragma once

#include "optimisation.hpp"
#include "test.hpp"

namespace skald::test::whole_clients {

inline constexpr double kClipOfMoves = 0.5;

// A column of gradients, which do not depend on theta, for each client.
using Population = std::vector<Eigen::MatrixXd>;

inline std::unique_ptr<Federation> federation_of(const Population& population, double prior = 0) {
  Index rows = 0;
  for (const Eigen::MatrixXd& client : population) rows += client.cols();
  FederationData data{Eigen::MatrixXd(population.front().rows(), rows),
                      {},
                      {},
                      static_cast<Index>(population.size())};
  for (std::size_t c = 0; c < population.size(); ++c) {
    const auto first = static_cast<Index>(data.client.size());
    data.points.middleCols(first, population[c].cols()) = population[c];
    data.client.insert(data.client.end(), static_cast<std::size_t>(population[c].cols()),
                       static_cast<std::int32_t>(c));
  }
  return std::make_unique<Federation>(
      std::move(data),
      std::make_unique<LinearPredictorModel>([](double) { return 1.0; }, 0, true, prior, 1e9));
}

inline Population random_population(std::mt19937_64& generator, const std::vector<Index>& rows,
                                    double scale) {
  std::normal_distribution<double> normal;
  Population population;
  for (const Index n : rows) {
    Eigen::MatrixXd client(3, n);
    for (double& x : client.reshaped()) x = scale * normal(generator);
    population.push_back(std::move(client));
  }
  return population;
}

inline std::vector<Setting> of_clients(const std::vector<Setting>& more) {
  return with({{"unit", "client"},
               {"weights", "uniform"},
               {"clip", kClipOfMoves},
               {"K", 2},
               {"S", 3},
               {"lr", 0.3}},
              more);
}

// What the server releases in each round, before its noise.
inline std::vector<ListeningMechanism::Message> released(const Population& population,
                                                         const std::string& sampler,
                                                         const std::vector<Setting>& options,
                                                         Index rounds = 4) {
  ListeningMechanism mechanism;
  run_sampler(*federation_of(population), sampler, options, 2 * rounds, Eigen::MatrixXd::Zero(3, 1),
              mechanism);
  REQUIRE(mechanism.messages.size() == static_cast<std::size_t>(rounds));
  for (const auto& message : mechanism.messages) CHECK(message.stream.client == -1);
  return std::move(mechanism.messages);
}

// The largest distance of two runs' messages, in units of the declared sensitivity: that of any
// round, since gradients do not depend on where earlier rounds led.
inline double moved(const Population& a, const Population& b, const std::string& sampler,
                    const std::vector<Setting>& options) {
  const auto first = released(a, sampler, options), second = released(b, sampler, options);
  double largest = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    REQUIRE(first[i].sensitivity == second[i].sensitivity);
    largest = std::max(largest, (first[i].value - second[i].value).norm() / first[i].sensitivity);
  }
  return largest;
}

struct Variant {
  const char* sampler;
  std::vector<Setting> options;
};

inline std::vector<Variant> variants(const std::vector<Setting>& more) {
  std::vector<Variant> all = {{"fedavg", {}},
                              {"fedavg", {{"momentum", 0.5}, {"batch", 1}}},
                              {"fedprox", {{"mu", 2.0}}},
                              {"distributed_sgd", {}},
                              {"dp_fedavg", {}},
                              {"dp_fedavg", {{"data_sampling", "poisson"}, {"batch", 1}}},
                              {"fedpaq", {{"levels", 1}}},
                              {"fedpaq_private", {{"levels", 2}, {"frac", 0.7}}}};
  for (Variant& variant : all) variant.options = of_clients(with(variant.options, more));
  return all;
}

}  // namespace skald::test::whole_clients
