// Rows to clients at random, as if every client drew from the same population.
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
};

constexpr std::array options{skald::option("clients", &Options::clients, "number of clients")
                                 .at_least(1)
                                 .symbol("N")
                                 .role(skald::OptionRole::clients)};

class Iid final : public skald::Partition {
 public:
  explicit Iid(const Options& given) : clients_(given.clients) {}

  // Every partition into clients of these sizes is equally likely. The sizes differ by one at most,
  // and the first clients are the larger ones.
  Index assign(const skald::Table&, const skald::Random& random,
               std::span<std::int32_t> client) const override {
    if (clients_ > static_cast<Index>(client.size())) {
      throw std::invalid_argument("partition iid: clients is " + std::to_string(clients_) +
                                  ", more than the number of training rows (" +
                                  std::to_string(client.size()) + "): lower clients");
    }
    std::vector<std::uint32_t> order(client.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    skald::shuffle(random, {skald::Role::partition}, 0, 0, order);
    for (std::size_t i = 0; i < order.size(); ++i)
      client[order[i]] = static_cast<std::int32_t>(static_cast<Index>(i) % clients_);
    return clients_;
  }

 private:
  Index clients_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Iid, Options, options>(
    {.name = "iid",
     .numerics_revision = 1,
     .summary =
         "Rows divided among the clients uniformly at random, in sizes that differ by at most one",
     .reference = ""});
