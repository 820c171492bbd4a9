// Random linear regressions: x ~ N(0, I), y = x' w + noise, where w has ten coefficients
// uniform on (0, 100) and zeros after them (Guyon 2003, as in scikit-learn's make_regression, whose
// random order of the features changes nothing in law). Each client has its own w.
#include <algorithm>
#include <string>
#include <vector>

#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  std::int64_t clients = 1;
  std::int64_t examples = 500;
  std::int64_t features = 10;
  double noise = 0;
};

constexpr Index kInformative = 10;

constexpr std::array options{
    skald::option("clients", &Options::clients, "number of clients, each with its own coefficients")
        .symbol("N")
        .at_least(1)
        .role(skald::OptionRole::clients),
    skald::option("examples", &Options::examples, "rows per client").symbol("n_c").at_least(1),
    skald::option("features", &Options::features, "number of features").at_least(1),
    skald::option("noise", &Options::noise, "standard deviation of the target's noise")
        .at_least(0)};

class MakeRegression final : public skald::Dataset {
 public:
  explicit MakeRegression(const Options& given) : given_(given) {}

  // Rows client by client, all for training.
  skald::Table load(const skald::Random& random) override {
    const Index rows = given_.clients * given_.examples;
    features_.resize(given_.features, rows);
    target_.resize(static_cast<std::size_t>(rows));
    group_.resize(static_cast<std::size_t>(rows));
    for (Index c = 0; c < given_.clients; ++c) generate(random, c);
    skald::Table table;
    table.features = skald::view(std::as_const(features_));
    table.target = target_;
    table.group = group_;
    table.groups = given_.clients;
    table.train = rows;
    return table;
  }

 private:
  void generate(const skald::Random& random, Index client) {
    const skald::Stream stream{skald::Role::dataset, client};
    const Index n = given_.examples;
    Eigen::MatrixXd x(given_.features * n, 1), noise(n, 1), coefficients(given_.features, 1);
    random.normal(stream, 0, skald::view(x));
    random.normal(stream, 1, skald::view(noise));
    random.uniform(stream, 0, skald::view(coefficients));
    coefficients *= 100;
    coefficients.bottomRows(given_.features - std::min(given_.features, kInformative)).setZero();
    const auto points = x.reshaped(given_.features, n);
    features_.middleCols(client * n, n) = points;
    Eigen::Map<Eigen::VectorXd>(target_.data() + client * n, n) =
        points.transpose() * coefficients.col(0) + given_.noise * noise.col(0);
    std::fill_n(group_.begin() + client * n, n, static_cast<std::int32_t>(client));
  }

  Options given_;
  Eigen::MatrixXd features_;
  std::vector<double> target_;
  std::vector<std::int32_t> group_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<MakeRegression, Options, options>(
    {.name = "make_regression",
     .numerics_revision = 1,
     .summary = "Random linear regressions, one per client, with sparse coefficients",
     .reference = "Guyon (2003), Design of experiments for the NIPS 2003 variable selection "
                  "benchmark; Al-Shedivat et al. (2021), Federated learning via posterior "
                  "averaging, appendix A"});
