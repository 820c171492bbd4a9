// The clients that the data came with: the table's groups.
#include <stdexcept>
#include <vector>

#include "skald/partition.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {};

constexpr std::array<skald::Option<Options>, 0> options{};

class Natural final : public skald::Partition {
 public:
  explicit Natural(Options) {}

  // Groups without training rows are left out; the others keep their order.
  Index assign(const skald::Table& table, const skald::Random&,
               std::span<std::int32_t> client) const override {
    if (table.group.empty())
      throw std::invalid_argument(
          "partition natural: the data set names no natural clients; choose another partition, or "
          "a data set with groups");
    std::vector<std::int32_t> client_of_group(static_cast<std::size_t>(table.groups), -1);
    for (std::size_t row = 0; row < client.size(); ++row)
      client_of_group[static_cast<std::size_t>(table.group[row])] = 0;
    std::int32_t clients = 0;
    for (std::int32_t& c : client_of_group) {
      if (c == 0) c = clients++;
    }
    for (std::size_t row = 0; row < client.size(); ++row)
      client[row] = client_of_group[static_cast<std::size_t>(table.group[row])];
    return clients;
  }
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Natural, Options, options>(
    {.name = "natural",
     .version = "1",
     .numerics_revision = 1,
     .summary = "The natural clients of the data set, such as its users or its generators.",
     .reference = ""});
