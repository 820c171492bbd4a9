// Label skew: every label spreads its rows over the clients by a Dirichlet vector of shares.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/dirichlet.hpp"
#include "skald/partition.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  std::int64_t clients = 10;
  double alpha = 1;
  std::int64_t min_size = 1;
};

constexpr std::array options{
    skald::option("clients", &Options::clients, "number of clients").at_least(1).symbol("N"),
    skald::option("alpha", &Options::alpha,
                  "concentration of the shares of a label: small, few clients hold it; large, all "
                  "hold the same")
        .above(0),
    skald::option("min_size", &Options::min_size, "smallest number of rows of a client")
        .at_least(1)};

using RowsOfClients = std::vector<std::vector<std::size_t>>;

class Dirichlet final : public skald::Partition {
 public:
  explicit Dirichlet(const Options& given) : given_(given) {}

  // For each label y: shares p_1..p_N ~ Dirichlet(alpha, ..., alpha); the n_y rows of the label, in
  // random order, are cut at the places round(n_y (p_1 + ... + p_c)). Then, while clients are short
  // of min_size rows, the first of them gets a uniformly drawn row of the largest client (the
  // first, where several are).
  Index assign(const skald::Table& table, const skald::Random& random,
               std::span<std::int32_t> client) const override {
    check(table);
    RowsOfClients rows(static_cast<std::size_t>(given_.clients));
    for (Index label = 0; label < table.classes; ++label) spread(table, label, random, rows);
    fill_up(random, rows);
    for (std::size_t c = 0; c < rows.size(); ++c) {
      for (const std::size_t row : rows[c]) client[row] = static_cast<std::int32_t>(c);
    }
    return given_.clients;
  }

 private:
  void check(const skald::Table& table) const {
    if (table.classes == 0)
      throw std::invalid_argument(
          "partition dirichlet: the target of the data set is not a class; expected labels, or "
          "choose partition iid");
    if (given_.min_size > table.train / given_.clients)
      throw std::invalid_argument("partition dirichlet: " + std::to_string(given_.clients) +
                                  " clients of at least " + std::to_string(given_.min_size) +
                                  " rows need more than the " + std::to_string(table.train) +
                                  " training rows; lower clients or min_size");
  }

  void spread(const skald::Table& table, Index label, const skald::Random& random,
              RowsOfClients& rows) const {
    std::vector<std::size_t> members;
    for (std::size_t row = 0; row < static_cast<std::size_t>(table.train); ++row) {
      if (table.target[row] == static_cast<double>(label)) members.push_back(row);
    }
    const skald::Stream stream{skald::Role::partition, label};
    const std::vector<double> shares =
        skald::dirichlet_shares(random, stream, given_.alpha, given_.clients);
    skald::shuffle(random, stream, 0, 0, members);
    const double count = static_cast<double>(members.size());
    double cumulated = 0;
    std::size_t first = 0;
    for (std::size_t c = 0; c < rows.size(); ++c) {
      cumulated += shares[c];
      const bool last_client = c + 1 == rows.size();
      const double cut = last_client ? count : std::min(count, std::round(count * cumulated));
      const auto end = static_cast<std::size_t>(cut);
      for (; first < end; ++first) rows[c].push_back(members[first]);
    }
  }

  void fill_up(const skald::Random& random, RowsOfClients& rows) const {
    const auto by_size = [](const auto& a, const auto& b) { return a.size() < b.size(); };
    std::int64_t moves = 0;
    for (auto& poor : rows) {
      while (static_cast<std::int64_t>(poor.size()) < given_.min_size) {
        auto& rich = *std::max_element(rows.begin(), rows.end(), by_size);
        const auto word = skald::random_words(random, {skald::Role::partition}, moves++, 0, 1)[0];
        const Index drawn = skald::below(word, static_cast<Index>(rich.size()));
        poor.push_back(rich[static_cast<std::size_t>(drawn)]);
        rich.erase(rich.begin() + drawn);
      }
    }
  }

  Options given_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Dirichlet, Options, options>(
    {.name = "dirichlet",
     .version = "1",
     .numerics_revision = 1,
     .summary = "Label skew: the rows of each label are shared out by a Dirichlet vector.",
     .reference = "Hsu, Qi, Brown (2019), arXiv:1909.06335; Plassier, Durmus, Moulines, FALD"});
