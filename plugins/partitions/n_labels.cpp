// Few labels per client, in equal sizes or not: HET(k), 4 of 10, one class per client, FedProx's
// two digits.
#include <numeric>

#include "skald/partition.hpp"
#include "skald/parts/data/client_rows.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  std::int64_t clients = 10;
  std::int64_t labels = 2;
  std::string_view law = "equal";
  double sigma = 2;
  std::int64_t min_rows = 1;
};

constexpr std::array options{
    skald::option("clients", &Options::clients, "number of clients")
        .at_least(1)
        .symbol("N")
        .role(skald::OptionRole::clients),
    skald::option("labels", &Options::labels, "labels per client").at_least(1),
    skald::option("law", &Options::law,
                  "how the rows of a label are divided among the clients that have it. equal: "
                  "evenly; lognormal: min_rows to each, the others in proportion to exp(sigma z), "
                  "z standard normal")
        .one_of("equal|lognormal"),
    skald::option("sigma", &Options::sigma, "standard deviation of the logarithm of a share")
        .only_if("law=lognormal")
        .at_least(0),
    skald::option("min_rows", &Options::min_rows,
                  "minimum number of rows of each label that a client has")
        .at_least(1)};

// How many clients see each label.
using Places = std::vector<Index>;

class NLabels final : public skald::Partition {
 public:
  explicit NLabels(const Options& given) : given_(given) {}

  // The N k places for a label at a client go to the labels in proportion to their rows (each label
  // gets at least one, and at most N or as many as min_rows allows). Client after client takes the
  // k labels that have the most places left, ties broken at random, so that all places are taken.
  // The rows of a label are dealt to the clients that see it by the law: under equal, sizes are
  // equal up to the rounding of the places.
  Index assign(const skald::Table& table, const skald::Random& random,
               std::span<std::int32_t> client) const override {
    skald::require_classes(table, "n_labels");
    std::vector<std::vector<std::size_t>> members;
    for (Index label = 0; label < table.classes; ++label)
      members.push_back(skald::rows_of_label(table, label, random));
    check(members);
    const auto seen_by = choose(random, places_of(members, table.train));
    skald::ClientRows rows(static_cast<std::size_t>(given_.clients));
    for (std::size_t label = 0; label < members.size(); ++label) {
      if (!members[label].empty()) deal(random, label, members[label], seen_by[label], rows);
    }
    rows.write(client);
    return given_.clients;
  }

 private:
  void check(const std::vector<std::vector<std::size_t>>& members) const {
    Index present = 0;
    for (const auto& rows : members) {
      present += rows.empty() ? 0 : 1;
      if (!rows.empty() && most_places(rows) == 0) refuse_few_rows();
    }
    const Index places = given_.clients * given_.labels;
    if (given_.labels > present || places < present) {
      throw std::invalid_argument(
          "partition n_labels: clients is " + std::to_string(given_.clients) + " and labels is " +
          std::to_string(given_.labels) + ", but the number of labels in the data is " +
          std::to_string(present) + "; expected labels <= " + std::to_string(present) +
          " and clients x labels >= " + std::to_string(present));
    }
  }

  [[noreturn]] void refuse_few_rows() const {
    throw std::invalid_argument("partition n_labels: the labels have too few rows for clients = " +
                                std::to_string(given_.clients) +
                                " and labels = " + std::to_string(given_.labels) +
                                ", with min_rows = " + std::to_string(given_.min_rows) +
                                ": lower clients, labels or min_rows");
  }
  // How many clients may see a label.
  Index most_places(const std::vector<std::size_t>& rows) const {
    return std::min(given_.clients, static_cast<Index>(rows.size()) / given_.min_rows);
  }

  // Proportional to the rows, by the largest remainders.
  Places places_of(const std::vector<std::vector<std::size_t>>& members, Index train) const {
    Places places(members.size(), 0);
    std::vector<double> lack(members.size(), -1);
    Index left = given_.clients * given_.labels;
    for (std::size_t y = 0; y < members.size(); ++y) {
      if (members[y].empty()) continue;
      const auto rows = static_cast<Index>(members[y].size());
      const double wanted = static_cast<double>(given_.clients * given_.labels) *
                            static_cast<double>(rows) / static_cast<double>(train);
      places[y] = std::clamp<Index>(static_cast<Index>(wanted), 1, most_places(members[y]));
      lack[y] = wanted - static_cast<double>(places[y]);
      left -= places[y];
    }
    for (; left != 0; left += left > 0 ? -1 : 1) adjust(members, left > 0 ? 1 : -1, places, lack);
    return places;
  }
  // One place more for the label that has the most too few, or one less for the label that has the
  // most too many.
  void adjust(const std::vector<std::vector<std::size_t>>& members, Index step, Places& places,
              std::vector<double>& lack) const {
    std::size_t best = members.size();
    for (std::size_t y = 0; y < members.size(); ++y) {
      const Index next = places[y] + step;
      if (members[y].empty() || next > most_places(members[y]) || next < 1) continue;
      if (best == members.size() || static_cast<double>(step) * (lack[y] - lack[best]) > 0)
        best = y;
    }
    if (best == members.size()) refuse_few_rows();
    places[best] += step;
    lack[best] -= static_cast<double>(step);
  }

  // The clients that see each label.
  std::vector<std::vector<std::size_t>> choose(const skald::Random& random, Places left) const {
    std::vector<std::vector<std::size_t>> seen_by(left.size());
    std::vector<std::size_t> order(left.size());
    for (Index c = 0; c < given_.clients; ++c) {
      std::iota(order.begin(), order.end(), std::size_t{0});
      skald::shuffle(random, {skald::Role::partition}, c, 0, order);
      std::stable_sort(order.begin(), order.end(),
                       [&](std::size_t a, std::size_t b) { return left[a] > left[b]; });
      for (std::size_t i = 0; i < static_cast<std::size_t>(given_.labels); ++i) {
        --left[order[i]];
        seen_by[order[i]].push_back(static_cast<std::size_t>(c));
      }
    }
    return seen_by;
  }

  void deal(const skald::Random& random, std::size_t label, const std::vector<std::size_t>& members,
            const std::vector<std::size_t>& to, skald::ClientRows& rows) const {
    if (given_.law == "equal") return skald::deal_evenly(members, to, 0, rows);
    const std::size_t first = to.size() * static_cast<std::size_t>(given_.min_rows);
    skald::deal_evenly(std::span(members).first(first), to, 0, rows);
    Eigen::MatrixXd z(std::ssize(to), 1);
    random.normal({skald::Role::partition, static_cast<Index>(label)}, 0, skald::view(z));
    const Eigen::VectorXd size = (given_.sigma * (z.array() - z.maxCoeff())).exp();
    std::vector<double> shares(rows.clients(), 0);
    for (std::size_t i = 0; i < to.size(); ++i)
      shares[to[i]] = size[static_cast<Index>(i)] / size.sum();
    skald::deal_by_shares({members.begin() + static_cast<std::ptrdiff_t>(first), members.end()},
                          shares, rows);
  }

  Options given_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<NLabels, Options, options>(
    {.name = "n_labels",
     .numerics_revision = 1,
     .summary = "Label skew: every client has the same number of labels, in equal sizes or "
                "log-normal ones",
     .reference = "Hsieh et al. (2020), ICML; HET_MNIST(k) of arXiv:2106.00797; log-normal shares: "
                  "the data of Li et al. (2020), FedProx, section 5.1"});
