// The synthetic federation of FedProx (Li, Sahu, Zaheer, Sanjabi, Talwalkar, Smith, "Federated
// optimization in heterogeneous networks", MLSys 2020, section 5.1 and appendix C.1).
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "skald/dataset.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  double alpha = 1;
  double beta = 1;
  std::int64_t clients = 30;
  std::int64_t dimension = 60;
  std::int64_t classes = 10;
  bool iid = false;
  double test_fraction = 0.1;
};

constexpr std::array options{
    skald::option("alpha", &Options::alpha,
                  "heterogeneity of the models: variance of u_k, the mean of client k's weights")
        .at_least(0),
    skald::option(
        "beta", &Options::beta,
        "heterogeneity of the features: variance of B_k, the mean of client k's feature means")
        .at_least(0),
    skald::option("clients", &Options::clients, "number of natural clients")
        .at_least(1)
        .at_most(1000000)
        .symbol("N"),
    skald::option("dimension", &Options::dimension,
                  "number of features, not counting the intercept")
        .at_least(1)
        .at_most(100000),
    skald::option("classes", &Options::classes, "number of classes").at_least(2).at_most(10000),
    skald::option(
        "iid", &Options::iid,
        "give all clients the same model and feature means of 0; alpha and beta are ignored"),
    skald::option("test_fraction", &Options::test_fraction,
                  "fraction of each client's rows held out for testing, rounded down")
        .at_least(0)
        .below(1)};

// Draws of client c come from stream (dataset, c): iteration 0 for its parameters (client -1 where
// all clients are alike), 1 for its rows, 2 for its size.
class Client {
 public:
  Client(const Options& given, const skald::Random& random, Index client)
      : d_(given.dimension), k_(given.classes) {
    Eigen::MatrixXd z(2 + d_ + k_ * d_ + k_, 1);
    random.normal({skald::Role::dataset, given.iid ? -1 : client}, 0, skald::view(z));
    const double u = given.iid ? 0 : std::sqrt(given.alpha) * z(0);
    const double b = given.iid ? 0 : std::sqrt(given.beta) * z(1);
    mean_ = given.iid ? Eigen::VectorXd(Eigen::VectorXd::Zero(d_))
                      : Eigen::VectorXd(z.middleRows(2, d_).array() + b);
    weights_ = z.middleRows(2 + d_, k_ * d_).reshaped(k_, d_).array() + u;
    bias_ = z.bottomRows(k_).array() + u;
    // Lognormal(4, 2), at most 10^6, + 50, the fraction cut off. The size always comes from the
    // client's own stream, so that sizes differ even where the models do not.
    Eigen::MatrixXd size(1, 1);
    random.normal({skald::Role::dataset, client}, 2, skald::view(size));
    rows_ = 50 + static_cast<Index>(std::min(std::exp(4 + 2 * size(0)), 1e6));
  }

  Index rows() const { return rows_; }

  // x ~ N(v, diag(j^-1.2)), j = 1, ..., d, and y = argmax(W x + b).
  void generate(const skald::Random& random, Index client, Eigen::MatrixXd& features,
                std::vector<double>& labels) const {
    features.resize(d_, rows_);
    random.normal({skald::Role::dataset, client}, 1, skald::view(features));
    for (Index j = 0; j < d_; ++j) {
      features.row(j) =
          features.row(j).array() * std::pow(static_cast<double>(j + 1), -0.6) + mean_[j];
    }
    labels.clear();
    for (Index r = 0; r < rows_; ++r) {
      Index best = 0;
      (weights_ * features.col(r) + bias_).maxCoeff(&best);
      labels.push_back(static_cast<double>(best));
    }
  }

 private:
  Index d_, k_, rows_ = 0;
  Eigen::MatrixXd weights_;
  Eigen::VectorXd mean_, bias_;
};

class SyntheticAlphaBeta final : public skald::Dataset {
 public:
  explicit SyntheticAlphaBeta(const Options& given) : given_(given) {}

  // An intercept before the features. The training rows of all clients in turn, then their test
  // rows.
  skald::Table load(const skald::Random& random) override {
    std::vector<Client> clients;
    for (Index c = 0; c < given_.clients; ++c) clients.emplace_back(given_, random, c);
    allot(clients);
    Index train = 0, test = train_;
    Eigen::MatrixXd features;
    std::vector<double> labels;
    for (Index c = 0; c < given_.clients; ++c) {
      const Client& client = clients[static_cast<std::size_t>(c)];
      client.generate(random, c, features, labels);
      for (Index r = 0; r < client.rows(); ++r) {
        const Index place = r < client.rows() - tests(client) ? train++ : test++;
        features_.col(place).tail(given_.dimension) = features.col(r);
        target_[static_cast<std::size_t>(place)] = labels[static_cast<std::size_t>(r)];
        group_[static_cast<std::size_t>(place)] = static_cast<std::int32_t>(c);
      }
    }
    return table();
  }

 private:
  Index tests(const Client& client) const {
    return skald::whole_share(given_.test_fraction, client.rows());
  }
  void allot(const std::vector<Client>& clients) {
    Index rows = 0;
    train_ = 0;
    for (const Client& client : clients) {
      rows += client.rows();
      train_ += client.rows() - tests(client);
    }
    features_.setOnes(given_.dimension + 1, rows);
    target_.assign(static_cast<std::size_t>(rows), 0);
    group_.assign(static_cast<std::size_t>(rows), 0);
  }
  skald::Table table() const {
    skald::Table table;
    table.features = skald::view(features_);
    table.target = target_;
    table.classes = given_.classes;
    table.group = group_;
    table.groups = given_.clients;
    table.train = train_;
    return table;
  }

  Options given_;
  Index train_ = 0;
  Eigen::MatrixXd features_;
  std::vector<double> target_;
  std::vector<std::int32_t> group_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<SyntheticAlphaBeta, Options, options>(
    {.name = "synthetic_alpha_beta",
     .version = "1",
     .numerics_revision = 2,
     .summary =
         "Softmax data with heterogeneous clients: alpha spreads their models, beta their features",
     .reference = "Li et al. (2020), FedProx, MLSys, section 5.1"});
