// Feature skew: rows are dealt at random, and noise grows from client to client.
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/partition.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  std::int64_t clients = 10;
  double sigma = 0.1;
};

constexpr std::array options{
    skald::option("clients", &Options::clients, "number of clients")
        .at_least(1)
        .symbol("N")
        .role(skald::OptionRole::clients),
    skald::option("sigma", &Options::sigma,
                  "standard deviation of the last client's noise, in units of the features; client "
                  "c = 1, ..., N has c / N of it")
        .at_least(0)};

class FeatureNoise final : public skald::Partition {
 public:
  explicit FeatureNoise(const Options& given) : given_(given) {}

  // Sizes differ by one at most, and the first clients are the larger ones.
  Index assign(const skald::Table&, const skald::Random& random,
               std::span<std::int32_t> client) const override {
    if (given_.clients > static_cast<Index>(client.size())) {
      throw std::invalid_argument("partition feature_noise: clients is " +
                                  std::to_string(given_.clients) +
                                  ", more than the number of training rows (" +
                                  std::to_string(client.size()) + "): lower clients");
    }
    std::vector<std::uint32_t> order(client.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    skald::shuffle(random, {skald::Role::partition}, 0, 0, order);
    for (std::size_t i = 0; i < order.size(); ++i)
      client[order[i]] = static_cast<std::int32_t>(static_cast<Index>(i) % given_.clients);
    return given_.clients;
  }

  double feature_noise(Index client, Index clients) const override {
    return given_.sigma * static_cast<double>(client + 1) / static_cast<double>(clients);
  }

 private:
  Options given_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FeatureNoise, Options, options>(
    {.name = "feature_noise",
     .numerics_revision = 1,
     .summary =
         "Feature skew: rows at random, with Gaussian noise that grows from client to client",
     .reference = "Li, Diao, Chen, He (2022), arXiv:2102.02079, section 3.2"});
