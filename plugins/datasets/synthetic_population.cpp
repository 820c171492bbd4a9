// A population of clients with few rows each, as in federated learning across devices. The clients'
// linear models and the means of their features vary around common ones, which are tested on
// clients that take no part in training.
#include <cmath>
#include <optional>
#include <string>

#include "reading/table_cache.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"
#include "synthetic/softmax_client.hpp"

namespace {

using skald::Index;

constexpr std::uint32_t kRevision = 1;

struct Options {
  std::int64_t clients = 1000;
  std::int64_t examples = 10;
  std::int64_t dimension = 7;
  std::int64_t classes = 10;
  double alpha = 0.1;
  double beta = 0.1;
  std::int64_t test_clients = 100;
};

constexpr std::array options{
    skald::option("clients", &Options::clients, "number of natural clients")
        .at_least(1)
        .at_most(100'000'000)
        .symbol("N")
        .role(skald::OptionRole::clients),
    skald::option("examples", &Options::examples, "rows per client")
        .at_least(1)
        .at_most(1'000'000)
        .symbol("n_c"),
    skald::option("dimension", &Options::dimension, "number of features")
        .at_least(1)
        .at_most(100000)
        .role(skald::OptionRole::dimension),
    skald::option("classes", &Options::classes, "number of classes").at_least(2).at_most(10000),
    skald::option("alpha", &Options::alpha,
                  "heterogeneity of the models: variance of a client's weights around the common "
                  "ones, whose own variance is 1")
        .at_least(0),
    skald::option("beta", &Options::beta,
                  "heterogeneity of the features: variance of a client's feature means around 0")
        .at_least(0),
    skald::option("test_clients", &Options::test_clients,
                  "further clients, all of whose rows are for testing")
        .at_least(0)
        .at_most(1'000'000)};

class SyntheticPopulation final : public skald::Dataset {
 public:
  explicit SyntheticPopulation(const Options& given) : given_(given) {}

  // The rows of all clients in turn; after the training rows, those of the test clients.
  skald::Table load(const skald::Random& random) override {
    const Index clients = given_.clients + given_.test_clients;
    const skald::TableShape shape{.features = given_.dimension,
                                  .rows = clients * given_.examples,
                                  .train = given_.clients * given_.examples,
                                  .classes = given_.classes,
                                  .groups = clients};
    table_.emplace(shape, digest(shape, random), [&](skald::RowSink& sink) {
      skald::RowStream stream(sink, 0, given_.dimension);
      const Eigen::MatrixXd common = normals(random, -1);
      for (Index c = 0; c < clients; ++c) put_client(random, c, common, stream);
      stream.flush();
    });
    return table_->table();
  }

 private:
  // What client c's weights, biases and means of features are made of: stream (dataset, c),
  // iteration 0; client -1 for the common ones.
  Eigen::MatrixXd normals(const skald::Random& random, Index c) const {
    Eigen::MatrixXd z((given_.classes + 1) * (given_.dimension + 1) - 1, 1);
    random.normal({skald::Role::dataset, c}, 0, skald::view(z));
    return z;
  }
  skald::SoftmaxClient::Law law_of(const skald::Random& random, Index c,
                                   const Eigen::MatrixXd& common) const {
    const Index d = given_.dimension, k = given_.classes;
    const Eigen::MatrixXd own = normals(random, c);
    const Eigen::VectorXd linear = common + std::sqrt(given_.alpha) * own;
    return {linear.head(k * d).reshaped(k, d), linear.segment(k * d, k),
            std::sqrt(given_.beta) * own.col(0).tail(d)};
  }
  void put_client(const skald::Random& random, Index c, const Eigen::MatrixXd& common,
                  skald::RowStream& stream) const {
    skald::SoftmaxClient client(law_of(random, c, common));
    stream.put(0, given_.examples, c, [&](Index first, const skald::RowStream::Rows& rows) {
      client.rows(random, c, first, rows.features, rows.target);
    });
  }
  std::string digest(const skald::TableShape& shape, const skald::Random& random) const {
    return skald::drawn_digest(
        shape, random, "synthetic_population", kRevision, {given_.alpha, given_.beta},
        {given_.clients, given_.examples, given_.dimension, given_.classes, given_.test_clients});
  }

  Options given_;
  std::optional<skald::SharedTable> table_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<SyntheticPopulation, Options, options>(
    {.name = "synthetic_population",
     .numerics_revision = kRevision,
     .summary = "Softmax data of a population of clients with few rows each, tested on others",
     .reference = ""});
