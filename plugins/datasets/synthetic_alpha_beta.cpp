// The synthetic federation of FedProx (Li, Sahu, Zaheer, Sanjabi, Talwalkar, Smith, "Federated
// optimization in heterogeneous networks", MLSys 2020, section 5.1 and appendix C.1).
//
// The paper writes u_k ~ N(0, alpha) and B_k ~ N(0, beta), read here as variances; the authors'
// generator (data/synthetic_0.5_0.5/generate_synthetic.py of their repository) draws both by
// np.random.normal(0, alpha), whose argument is the standard deviation. Of their three settings,
// (0, 0), (0.5, 0.5) and (1, 1), only the middle one differs. In either form u_k moves the scores
// of all classes by the same amount, so that no label depends on alpha: clients differ by their own
// weights, drawn around u_k with variance 1, and by beta.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reading/table_cache.hpp"
#include "skald/dataset.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/plugin.hpp"
#include "synthetic/softmax_client.hpp"

namespace {

using skald::Index;

constexpr std::uint32_t kRevision = 2;

struct Options {
  double alpha = 1;
  double beta = 1;
  std::string_view spread = "variance";
  std::int64_t clients = 30;
  std::int64_t dimension = 60;
  std::int64_t classes = 10;
  bool iid = false;
  double test_fraction = 0.1;
};

constexpr std::array options{
    skald::option(
        "alpha", &Options::alpha,
        "spread of u_k, the mean of client k's weights; no label depends on it, since u_k "
        "moves the scores of all classes alike")
        .only_if("iid=false")
        .at_least(0),
    skald::option(
        "beta", &Options::beta,
        "heterogeneity of the features: spread of B_k, the mean of client k's feature means")
        .only_if("iid=false")
        .at_least(0),
    skald::option("spread", &Options::spread,
                  "what alpha and beta are: variances, as FedProx's paper writes, or standard "
                  "deviations, as its published code has it")
        .one_of("variance|deviation")
        .only_if("iid=false"),
    skald::option("clients", &Options::clients, "number of natural clients")
        .at_least(1)
        .at_most(1000000)
        .symbol("N")
        .role(skald::OptionRole::clients),
    skald::option("dimension", &Options::dimension,
                  "number of features, not counting the intercept")
        .at_least(1)
        .at_most(100000)
        .role(skald::OptionRole::dimension),
    skald::option("classes", &Options::classes, "number of classes").at_least(2).at_most(10000),
    skald::option(
        "iid", &Options::iid,
        "give all clients the same model and feature means of 0; alpha and beta are ignored"),
    skald::option("test_fraction", &Options::test_fraction,
                  "fraction of each client's rows held out for testing, rounded down")
        .at_least(0)
        .below(1)};

class SyntheticAlphaBeta final : public skald::Dataset {
 public:
  explicit SyntheticAlphaBeta(const Options& given) : given_(given) {
    if (given_.spread == "deviation") {
      given_.alpha *= given_.alpha;
      given_.beta *= given_.beta;
    }
  }

  // An intercept before the features. The training rows of all clients in turn, then their test
  // rows.
  skald::Table load(const skald::Random& random) override {
    find_sizes(random);
    table_.emplace(shape_, digest(random), [&](skald::RowSink& sink) { generate(random, sink); });
    return table_->table();
  }

 private:
  Index tests(Index rows) const { return skald::whole_share(given_.test_fraction, rows); }
  // Lognormal(4, 2), at most 10^6, + 50, the fraction cut off. A size comes from the client's own
  // stream (dataset, c), iteration 2, so that sizes differ even where the models do not.
  void find_sizes(const skald::Random& random) {
    shape_ = {
        .features = given_.dimension + 1, .classes = given_.classes, .groups = given_.clients};
    sizes_.clear();
    Eigen::MatrixXd z(1, 1);
    for (Index c = 0; c < given_.clients; ++c) {
      random.normal({skald::Role::dataset, c}, 2, skald::view(z));
      const Index rows = 50 + static_cast<Index>(std::min(std::exp(4 + 2 * z(0)), 1e6));
      sizes_.push_back(static_cast<std::int32_t>(rows));
      shape_.rows += rows;
      shape_.train += rows - tests(rows);
    }
  }
  // From stream (dataset, c), iteration 0; client -1 where all clients are alike.
  skald::SoftmaxClient::Law law_of(const skald::Random& random, Index c) const {
    const Index d = given_.dimension, k = given_.classes;
    Eigen::MatrixXd z(2 + d + k * d + k, 1);
    random.normal({skald::Role::dataset, given_.iid ? -1 : c}, 0, skald::view(z));
    const double u = given_.iid ? 0 : std::sqrt(given_.alpha) * z(0);
    const double b = given_.iid ? 0 : std::sqrt(given_.beta) * z(1);
    skald::SoftmaxClient::Law law;
    law.mean.setZero(d);
    if (!given_.iid) law.mean = z.middleRows(2, d).array() + b;
    law.weights = z.middleRows(2 + d, k * d).reshaped(k, d).array() + u;
    law.bias = z.bottomRows(k).array() + u;
    return law;
  }
  void generate(const skald::Random& random, skald::RowSink& sink) const {
    skald::RowStream train(sink, 0, shape_.features), test(sink, shape_.train, shape_.features);
    for (Index c = 0; c < given_.clients; ++c) {
      skald::SoftmaxClient client(law_of(random, c));
      const Index rows = sizes_[static_cast<std::size_t>(c)], first_test = rows - tests(rows);
      put_rows(random, c, client, {0, first_test}, train);
      put_rows(random, c, client, {first_test, rows}, test);
    }
    train.flush();
    test.flush();
  }
  // Rows [range.first, range.second) of the client.
  void put_rows(const skald::Random& random, Index c, skald::SoftmaxClient& client,
                std::pair<Index, Index> range, skald::RowStream& stream) const {
    stream.put(range.first, range.second, c, [&](Index first, const skald::RowStream::Rows& rows) {
      rows.features.matrix().row(0).setOnes();
      client.rows(
          random, c, first,
          {rows.features.data + 1, given_.dimension, rows.features.cols, rows.features.stride},
          rows.target);
    });
  }
  std::string digest(const skald::Random& random) const {
    return skald::drawn_digest(
        shape_, random, "synthetic_alpha_beta", kRevision,
        {given_.alpha, given_.beta, given_.test_fraction},
        {given_.clients, given_.dimension, given_.classes, std::int64_t{given_.iid}});
  }

  Options given_;  // alpha and beta as variances
  skald::TableShape shape_;
  std::vector<std::int32_t> sizes_;  // rows of every client
  std::optional<skald::SharedTable> table_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<SyntheticAlphaBeta, Options, options>(
    {.name = "synthetic_alpha_beta",
     .numerics_revision = kRevision,
     .summary =
         "Softmax data with heterogeneous clients: each has its own model, beta spreads features",
     .reference = "Li et al. (2020), FedProx, MLSys, section 5.1"});
