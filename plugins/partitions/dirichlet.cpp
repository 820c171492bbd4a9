// Label skew: every label spreads its rows over the clients by a Dirichlet vector of shares.
#include "skald/parts/data/dirichlet.hpp"
#include "skald/partition.hpp"
#include "skald/parts/data/client_rows.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  std::int64_t clients = 10;
  double alpha = 1;
  std::int64_t min_size = 1;
};

constexpr std::array options{
    skald::option("clients", &Options::clients, "number of clients")
        .at_least(1)
        .symbol("N")
        .role(skald::OptionRole::clients),
    skald::option("alpha", &Options::alpha,
                  "Dirichlet concentration: small values give a label to few clients, large ones "
                  "give every client the same share")
        .above(0),
    skald::option("min_size", &Options::min_size, "minimum number of rows per client").at_least(1)};

class Dirichlet final : public skald::Partition {
 public:
  explicit Dirichlet(const Options& given) : given_(given) {}

  // For each label y: shares p_1..p_N ~ Dirichlet(alpha, ..., alpha), by which its rows are dealt
  // in random order. Then clients with fewer than min_size rows are filled up.
  Index assign(const skald::Table& table, const skald::Random& random,
               std::span<std::int32_t> client) const override {
    skald::require_classes(table, "dirichlet");
    skald::require_rows(table, given_.clients, given_.min_size, "dirichlet");
    skald::ClientRows rows(static_cast<std::size_t>(given_.clients));
    for (Index label = 0; label < table.classes; ++label) {
      const std::vector<double> shares = skald::dirichlet_shares(
          random, {skald::Role::partition, label}, given_.alpha, given_.clients);
      skald::deal_by_shares(skald::rows_of_label(table, label, random), shares, rows);
    }
    skald::fill_up(random, given_.min_size, rows);
    rows.write(client);
    return given_.clients;
  }

 private:
  Options given_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Dirichlet, Options, options>(
    {.name = "dirichlet",
     .numerics_revision = 1,
     .summary =
         "Label skew: each label's rows are divided among the clients in Dirichlet proportions",
     .reference = "Hsu, Qi, Brown (2019), arXiv:1909.06335; Plassier, Durmus, Moulines, FALD"});
