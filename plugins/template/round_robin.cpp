// Partition: row i of the training rows goes to client i mod N, as cards are dealt.
#include <array>
#include <stdexcept>
#include <string>

#include "skald/partition.hpp"
#include "skald/plugin.hpp"

namespace {

struct Options {
  std::int64_t clients = 10;
};

constexpr std::array options{skald::option("clients", &Options::clients, "number of clients")
                                 .at_least(1)
                                 .symbol("N")
                                 .role(skald::OptionRole::clients)};

class RoundRobin final : public skald::Partition {
 public:
  explicit RoundRobin(const Options& o) : clients_(o.clients) {}

  skald::Index assign(const skald::Table& table, const skald::Random&,
                      std::span<std::int32_t> client) const override {
    if (clients_ > table.train) {
      throw std::invalid_argument("partition round_robin: clients is " + std::to_string(clients_) +
                                  ", more than the number of training rows (" +
                                  std::to_string(table.train) + "): lower clients");
    }
    for (std::size_t row = 0; row < client.size(); ++row) {
      client[row] = static_cast<std::int32_t>(static_cast<skald::Index>(row) % clients_);
    }
    return clients_;
  }

 private:
  skald::Index clients_;
};

}  // namespace

SKALD_PLUGIN =
    skald::plugin<RoundRobin, Options, options>({.name = "round_robin",
                                                 .numerics_revision = 1,
                                                 .summary = "Rows dealt to the clients in turn",
                                                 .reference = ""});
