// Sorted rows in shards: few values of the target per client, classes or numbers. A share of the
// rows may be dealt at random instead ("s % similar clients").
#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/partition.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  std::int64_t clients = 10;
  std::int64_t shards = 2;
  double similarity = 0;
};

constexpr std::array options{
    skald::option("clients", &Options::clients, "number of clients")
        .at_least(1)
        .symbol("N")
        .role(skald::OptionRole::clients),
    skald::option("shards", &Options::shards,
                  "shards per client; the fewer, the more the clients differ")
        .at_least(1),
    skald::option("similarity", &Options::similarity,
                  "share of the rows that is dealt to all clients at random; only the others are "
                  "sorted")
        .at_least(0)
        .at_most(1)};

class LabelShards final : public skald::Partition {
 public:
  explicit LabelShards(const Options& given) : given_(given) {}

  // A random `similarity` of the training rows is dealt one by one. The others, sorted by the
  // target (rows of equal target in their order), are cut into clients x shards stretches whose
  // lengths differ by one at most. Every client gets `shards` of them, chosen at random, or in
  // order where it gets only one.
  Index assign(const skald::Table& table, const skald::Random& random,
               std::span<std::int32_t> client) const override {
    if (table.target.empty()) {
      throw std::invalid_argument(
          "partition label_shards: the data set has no target to sort rows by: choose partition "
          "iid");
    }
    std::vector<std::size_t> order(client.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto dealt = static_cast<std::size_t>(
        skald::nearest_share(given_.similarity, static_cast<Index>(client.size())));
    if (dealt > 0) skald::shuffle(random, {skald::Role::partition, 0}, 0, 0, order);
    for (std::size_t i = 0; i < dealt; ++i)
      client[order[i]] = static_cast<std::int32_t>(static_cast<Index>(i) % given_.clients);
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(dealt), order.end());
    deal_shards(table, random, std::span(order).subspan(dealt), client);
    return given_.clients;
  }

 private:
  // `rows` are in their order.
  void deal_shards(const skald::Table& table, const skald::Random& random,
                   std::span<std::size_t> rows, std::span<std::int32_t> client) const {
    const auto count = static_cast<Index>(rows.size());
    const Index pieces = given_.clients * given_.shards;
    if (rows.empty()) return;
    if (pieces > count) {
      throw std::invalid_argument("partition label_shards: clients x shards is " +
                                  std::to_string(pieces) + ", more than the number of rows to " +
                                  "sort (" + std::to_string(count) +
                                  "): lower clients, shards or similarity");
    }
    std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
      return table.target[a] < table.target[b];
    });
    const std::vector<Index> owner = owners(random, pieces);
    for (Index i = 0; i < count; ++i) {
      const auto piece = static_cast<std::size_t>(i * pieces / count);
      client[rows[static_cast<std::size_t>(i)]] = static_cast<std::int32_t>(owner[piece]);
    }
  }
  std::vector<Index> owners(const skald::Random& random, Index pieces) const {
    std::vector<Index> piece(static_cast<std::size_t>(pieces)), owner(piece.size());
    std::iota(piece.begin(), piece.end(), Index{0});
    if (given_.shards > 1) skald::shuffle(random, {skald::Role::partition}, 0, 0, piece);
    for (std::size_t i = 0; i < piece.size(); ++i)
      owner[static_cast<std::size_t>(piece[i])] = static_cast<Index>(i) / given_.shards;
    return owner;
  }

  Options given_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<LabelShards, Options, options>(
    {.name = "label_shards",
     .numerics_revision = 1,
     .summary =
         "Label skew: rows sorted by target and cut into shards, which go to clients at random",
     .reference = "McMahan et al. (2017), Communication-efficient learning, section 3; similarity: "
                  "Karimireddy et al. (2020), SCAFFOLD, section 7"});
