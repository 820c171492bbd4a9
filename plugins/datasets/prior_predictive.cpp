// Regressions drawn from a model whose parameter is drawn from the model's own prior, so that the
// posterior of a replicate can be held against the parameter behind it (metrics coverage,
// rank_dispersion, rank_shift; Cook, Gelman and Rubin 2006; Talts et al. 2018, arXiv 1804.06788):
//   theta ~ N(0, I / prior_precision), one for all clients;
//   x = (m_c + z, 1) with z ~ N(0, I) and m_c ~ N(0, shift^2 I), its features scaled down until x
//       has at most the norm row_bound; without intercept, the 1 is missing;
//   y = theta' x + noise z' (linear), or 1 with probability 1 / (1 + exp(-theta' x)) (logistic).
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "skald/dataset.hpp"
#include "skald/parts/data/columns.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  std::string_view response = "linear";
  std::int64_t clients = 10;
  std::int64_t examples = 50;
  std::int64_t features = 4;
  bool intercept = true;
  double prior_precision = 1;
  double noise = 1;
  double shift = 0;
  std::optional<double> row_bound;
};

constexpr std::array options{
    skald::option("response", &Options::response,
                  "linear: a number with Gaussian noise; logistic: a class, 0 or 1")
        .one_of("linear|logistic"),
    skald::option("clients", &Options::clients, "number of clients")
        .symbol("N")
        .at_least(1)
        .at_most(1000000)
        .role(skald::OptionRole::clients),
    skald::option("examples", &Options::examples, "rows per client").symbol("n_c").at_least(1),
    skald::option("features", &Options::features, "number of features")
        .at_least(1)
        .role(skald::OptionRole::dimension),
    skald::option("intercept", &Options::intercept, "whether the last feature is 1 in every row"),
    skald::option("prior_precision", &Options::prior_precision,
                  "precision of the prior from which the parameter is drawn; coverage is nominal "
                  "only if it is that of the model")
        .above(0),
    skald::option("noise", &Options::noise, "standard deviation of the response's noise")
        .only_if("response=linear")
        .above(0),
    skald::option("shift", &Options::shift,
                  "standard deviation of the means of the clients' features, by which clients "
                  "differ")
        .at_least(0),
    skald::option("row_bound", &Options::row_bound,
                  "rows, with their intercept, are scaled down to at most this norm before their "
                  "response is drawn; without it none is")
        .above(0)};

class PriorPredictive final : public skald::Dataset {
 public:
  explicit PriorPredictive(const Options& given) : given_(given) {
    if (given.intercept && given.row_bound && *given.row_bound <= 1) {
      throw std::invalid_argument(
          "dataset prior_predictive: a row with an intercept has at least the norm 1; set "
          "row_bound "
          "above 1, or intercept to false");
    }
  }

  // Rows client by client, all for training. Arrays: "parameter", theta, and "intercept".
  skald::Table load(const skald::Random& random) override {
    const Index rows = given_.clients * given_.examples;
    features_.setOnes(given_.features + (given_.intercept ? 1 : 0), rows);
    target_.resize(static_cast<std::size_t>(rows));
    group_.resize(static_cast<std::size_t>(rows));
    parameter_.resize(features_.rows(), 1);
    random.normal({skald::Role::dataset, -1}, 0, skald::view(parameter_));
    parameter_ /= std::sqrt(given_.prior_precision);
    for (Index c = 0; c < given_.clients; ++c) draw_client(random, c);
    arrays_ = {{"parameter", skald::view(std::as_const(parameter_))}};
    if (given_.intercept) {
      place_.setConstant(1, 1, static_cast<double>(given_.features));
      arrays_.push_back({skald::kIntercept, skald::view(std::as_const(place_))});
    }
    skald::Table table;
    table.features = skald::view(std::as_const(features_));
    table.target = target_;
    table.classes = is_logistic() ? 2 : 0;
    table.group = group_;
    table.groups = given_.clients;
    table.train = rows;
    table.arrays = arrays_;
    return table;
  }

 private:
  bool is_logistic() const { return given_.response == "logistic"; }

  // From streams (dataset, c): iteration 0 for features, 1 for responses, 2 for their mean.
  void draw_client(const skald::Random& random, Index c) {
    const skald::Stream stream{skald::Role::dataset, c};
    const Index n = given_.examples, p = given_.features;
    auto x = features_.block(0, c * n, p, n);
    Eigen::MatrixXd drawn(p, n), mean(p, 1);
    random.normal(stream, 0, skald::view(drawn));
    random.normal(stream, 2, skald::view(mean));
    x = (drawn.colwise() + given_.shift * mean.col(0)).matrix();
    if (given_.row_bound) {
      const double bound = *given_.row_bound;
      const double most = std::sqrt(bound * bound - (given_.intercept ? 1 : 0));
      for (Index r = 0; r < n; ++r) {
        const double norm = x.col(r).norm();
        if (norm > most) x.col(r) *= most / norm;
      }
    }
    const Eigen::VectorXd score = features_.middleCols(c * n, n).transpose() * parameter_.col(0);
    respond(random, stream, score, target_.data() + c * n);
    std::fill_n(group_.begin() + c * n, n, static_cast<std::int32_t>(c));
  }
  void respond(const skald::Random& random, const skald::Stream& stream,
               const Eigen::VectorXd& score, double* target) const {
    Eigen::MatrixXd drawn(score.size(), 1);
    if (is_logistic()) {
      random.uniform(stream, 1, skald::view(drawn));
    } else {
      random.normal(stream, 1, skald::view(drawn));
    }
    for (Index r = 0; r < score.size(); ++r) {
      target[r] = is_logistic() ? (drawn(r, 0) < 1 / (1 + std::exp(-score[r])) ? 1.0 : 0.0)
                                : score[r] + given_.noise * drawn(r, 0);
    }
  }

  Options given_;
  Eigen::MatrixXd features_, parameter_;
  std::vector<double> target_;
  std::vector<std::int32_t> group_;
  Eigen::MatrixXd place_;  // of the intercept among the features
  std::vector<skald::NamedArray> arrays_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<PriorPredictive, Options, options>(
    {.name = "prior_predictive",
     .numerics_revision = 1,
     .summary = "Regressions drawn from a model whose parameter is drawn from its prior, for "
                "coverage and ranks",
     .reference = "Talts, Betancourt, Simpson, Vehtari and Gelman (2018), Validating Bayesian "
                  "inference algorithms with simulation-based calibration, algorithm 1"});
