// Majority labels: most rows of a label go to the clients whose label it is, the rest to the
// others.
#include <numeric>

#include "skald/partition.hpp"
#include "skald/parts/data/client_rows.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  std::int64_t clients = 20;
  double share = 0.8;
};

constexpr std::array options{
    skald::option("clients", &Options::clients, "number of clients")
        .at_least(2)
        .symbol("N")
        .role(skald::OptionRole::clients),
    skald::option("share", &Options::share,
                  "fraction of a label's rows that goes to the clients that own it")
        .at_least(0)
        .at_most(1)};

class Majority final : public skald::Partition {
 public:
  explicit Majority(const Options& given) : given_(given) {}

  // With N clients and C labels, label y is that of the clients c = y modulo min(N, C), clients and
  // labels counted from 0: with N = 20 and C = 10 the clients y and y + 10. (The text of the paper
  // names y + 1 and y + 10, counted from 1, which gives client 10 two labels and client 20 none.)
  // Both parts of a label's rows, in random order, are dealt one by one.
  Index assign(const skald::Table& table, const skald::Random& random,
               std::span<std::int32_t> client) const override {
    skald::require_classes(table, "majority");
    skald::require_rows(table, given_.clients, 1, "majority");
    skald::ClientRows rows(static_cast<std::size_t>(given_.clients));
    for (Index label = 0; label < table.classes; ++label) deal(table, label, random, rows);
    skald::fill_up(random, 1, rows);
    rows.write(client);
    return given_.clients;
  }

 private:
  void deal(const skald::Table& table, Index label, const skald::Random& random,
            skald::ClientRows& rows) const {
    const Index period = std::min<Index>(given_.clients, table.classes);
    std::vector<std::size_t> owners, others;
    for (Index c = 0; c < given_.clients; ++c)
      (c % period == label % period ? owners : others).push_back(static_cast<std::size_t>(c));
    const std::vector<std::size_t> members = skald::rows_of_label(table, label, random);
    const auto owned =
        others.empty()
            ? members.size()
            : static_cast<std::size_t>(skald::nearest_share(given_.share, std::ssize(members)));
    const std::span all(members);
    const auto turn = static_cast<std::size_t>(label);
    skald::deal_evenly(all.first(owned), owners, turn, rows);
    if (!others.empty()) skald::deal_evenly(all.subspan(owned), others, turn, rows);
  }

  Options given_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Majority, Options, options>(
    {.name = "majority",
     .numerics_revision = 2,
     .summary =
         "Label skew: most of a label's rows go to the clients that own it, the rest to the others",
     .reference =
         "Plassier, Durmus, Moulines (2023), FALD, section 5 (MNIST), client numbers corrected"});
