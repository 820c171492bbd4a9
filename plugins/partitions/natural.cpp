// The clients that the data came with: the table's groups.
#include <algorithm>
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
    if (table.group.empty()) {
      throw std::invalid_argument(
          "partition natural: the data set names no natural clients; choose another partition, or "
          "a data set with groups");
    }
    const std::vector<std::int32_t> client_of = clients_of_groups(table);
    for (std::size_t row = 0; row < client.size(); ++row)
      client[row] = client_of[static_cast<std::size_t>(table.group[row])];
    return 1 + *std::max_element(client_of.begin(), client_of.end());
  }

  // Every client is tested on the test rows of its own group.
  bool assign_test(const skald::Table& table, const skald::Random&,
                   std::span<std::int32_t> client) const override {
    const std::vector<std::int32_t> client_of = clients_of_groups(table);
    for (std::size_t row = 0; row < client.size(); ++row) {
      const auto at = static_cast<std::size_t>(table.train) + row;
      client[row] = client_of[static_cast<std::size_t>(table.group[at])];
    }
    return true;
  }

 private:
  // -1 for a group without training rows.
  static std::vector<std::int32_t> clients_of_groups(const skald::Table& table) {
    std::vector<std::int32_t> client_of(static_cast<std::size_t>(table.groups), -1);
    for (std::size_t row = 0; row < static_cast<std::size_t>(table.train); ++row)
      client_of[static_cast<std::size_t>(table.group[row])] = 0;
    std::int32_t clients = 0;
    for (std::int32_t& c : client_of) {
      if (c == 0) c = clients++;
    }
    return client_of;
  }
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Natural, Options, options>(
    {.name = "natural",
     .numerics_revision = 1,
     .summary = "The data set's natural clients, such as its users or generators",
     .reference = ""});
