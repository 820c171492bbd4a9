// Quantity skew: clients of different sizes, rows at random.
#include <cmath>
#include <numeric>

#include "skald/partition.hpp"
#include "skald/parts/data/client_rows.hpp"
#include "skald/parts/data/dirichlet.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  std::int64_t clients = 10;
  std::string_view law = "lognormal";
  double sigma = 1;
  double alpha = 1;
  std::int64_t min_size = 1;
};

constexpr std::array options{
    skald::option("clients", &Options::clients, "number of clients")
        .at_least(1)
        .symbol("N")
        .role(skald::OptionRole::clients),
    skald::option("law", &Options::law,
                  "distribution of the clients' sizes. lognormal: proportional to exp(sigma z), z "
                  "standard normal; dirichlet: Dirichlet shares with concentration alpha")
        .one_of("lognormal|dirichlet"),
    skald::option("sigma", &Options::sigma, "standard deviation of the logarithm of a size")
        .only_if("law=lognormal")
        .at_least(0),
    skald::option("alpha", &Options::alpha, "concentration of the shares")
        .only_if("law=dirichlet")
        .above(0),
    skald::option("min_size", &Options::min_size, "minimum number of rows per client").at_least(1)};

class QuantitySkew final : public skald::Partition {
 public:
  explicit QuantitySkew(const Options& given) : given_(given) {}

  // The training rows, in random order, are dealt by shares of the law; then clients with fewer
  // than min_size rows are filled up.
  Index assign(const skald::Table& table, const skald::Random& random,
               std::span<std::int32_t> client) const override {
    skald::require_rows(table, given_.clients, given_.min_size, "quantity_skew");
    std::vector<std::size_t> order(client.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    skald::shuffle(random, {skald::Role::partition, 0}, 0, 0, order);
    skald::ClientRows rows(static_cast<std::size_t>(given_.clients));
    skald::deal_by_shares(order, shares(random), rows);
    skald::fill_up(random, given_.min_size, rows);
    rows.write(client);
    return given_.clients;
  }

 private:
  std::vector<double> shares(const skald::Random& random) const {
    const skald::Stream stream{skald::Role::partition, 1};
    if (given_.law == "dirichlet")
      return skald::dirichlet_shares(random, stream, given_.alpha, given_.clients);
    Eigen::MatrixXd z(given_.clients, 1);
    random.normal(stream, 0, skald::view(z));
    const Eigen::VectorXd size = (given_.sigma * (z.array() - z.maxCoeff())).exp();
    const Eigen::VectorXd share = size / size.sum();
    return {share.begin(), share.end()};
  }

  Options given_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<QuantitySkew, Options, options>(
    {.name = "quantity_skew",
     .numerics_revision = 1,
     .summary = "Quantity skew: clients of different sizes, with rows drawn at random",
     .reference = "Li, Diao, Chen, He (2022), arXiv:2102.02079"});
