// Clients with Gaussian potentials: generators of the literature, or parameters given in full.
#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "linear/matrices.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  std::string_view generator = "table_1";
  std::optional<std::int64_t> clients;
  std::optional<std::int64_t> dimension;
  std::optional<std::int64_t> examples;
  std::optional<double> examples_spread;
  std::optional<double> alpha;
  std::optional<skald::Numbers> means;
  std::optional<skald::Numbers> covariances;
};

constexpr std::array options{
    skald::option("generator", &Options::generator,
                  "table_1: a mean and a block-diagonal covariance per client; toy: points in the "
                  "plane around each client's mean; explicit: means and covariances as given")
        .one_of("table_1|toy|explicit"),
    skald::option("clients", &Options::clients,
                  "number of clients; if omitted, 10 for table_1 and 50 for toy")
        .at_least(1)
        .symbol("N")
        .role(skald::OptionRole::clients),
    skald::option("dimension", &Options::dimension,
                  "number of parameters; for table_1 an even number, 20 if omitted; for toy 2")
        .at_least(1)
        .symbol("d")
        .role(skald::OptionRole::dimension),
    skald::option("examples", &Options::examples, "toy: points per client; 1000 if omitted")
        .at_least(1)
        .symbol("n_c"),
    skald::option("examples_spread", &Options::examples_spread,
                  "toy: relative standard deviation of the points per client: n_c = examples (1 + "
                  "examples_spread z_c), z_c standard normal, rounded and at least 1; 0 if omitted")
        .at_least(0),
    skald::option("alpha", &Options::alpha, "toy: variance of the clients' means; 1 if omitted")
        .at_least(0)
        .symbol("alpha"),
    skald::option("means", &Options::means,
                  "explicit: N x d array of means, one per client; or N numbers, each the mean in "
                  "all coordinates, whose number is dimension"),
    skald::option("covariances", &Options::covariances,
                  "explicit: N x d x d array of covariances, one per client, or d x d, the same "
                  "for all; or N variances of independent coordinates")};

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("dataset gaussian_clients: " + what);
}

std::string shape_text(const skald::Numbers& numbers) {
  std::string text;
  for (const std::int64_t n : numbers.shape)
    text += (text.empty() ? "" : " x ") + std::to_string(n);
  return text;
}

class GaussianClients final : public skald::Dataset {
 public:
  explicit GaussianClients(const Options& given) : given_(given) { check(); }

  // Features: for toy the points, client by client; otherwise one row per client, its mean. Array
  // "precision": d x d, column by column, for each row or once for all. Every row is for training.
  skald::Table load(const skald::Random& random) override {
    if (given_.generator == "table_1") generate_table_1(random);
    if (given_.generator == "toy") generate_toy(random);
    if (given_.generator == "explicit") take_explicit();
    arrays_ = {{"precision", skald::view(std::as_const(precisions_))}};
    skald::Table table;
    table.features = skald::view(std::as_const(points_));
    table.group = group_;
    table.groups = clients_;
    table.train = points_.cols();
    table.arrays = arrays_;
    return table;
  }

 private:
  void check() const {
    const bool toy = given_.generator == "toy";
    const bool is_explicit = given_.generator == "explicit";
    const std::string name(given_.generator);
    if (!toy && (given_.examples || given_.examples_spread || given_.alpha)) {
      refuse("examples, examples_spread and alpha belong to generator toy, not to " + name +
             "; omit them");
    }
    if (!is_explicit && (given_.means || given_.covariances)) {
      refuse("means and covariances belong to generator explicit, not to " + name + "; omit them");
    }
    if (toy && given_.dimension.value_or(2) != 2) {
      refuse("dimension is " + std::to_string(*given_.dimension) +
             "; generator toy has dimension 2");
    }
    if (given_.generator == "table_1" && given_.dimension.value_or(2) % 2 != 0) {
      refuse("dimension is " + std::to_string(*given_.dimension) +
             "; expected an even number, since generator table_1 builds covariances from 2 x 2 "
             "blocks");
    }
    if (is_explicit) check_shapes();
  }

  void check_shapes() const {
    if (!given_.means || !given_.covariances)
      refuse("generator explicit needs means (N x d, or N) and covariances (N x d x d, or N)");
    const auto& means = given_.means->shape;
    const bool is_array = means.size() == 2;
    if (given_.means->empty() || !(is_array || (means.size() == 1 && given_.dimension))) {
      refuse("means has shape " + shape_text(*given_.means) +
             "; expected N x d, or N and the option dimension");
    }
    const std::int64_t n = means[0];
    const std::int64_t d = is_array ? means[1] : *given_.dimension;
    if (!is_known_shape(given_.covariances->shape, n, d)) {
      const std::string matrix = std::to_string(d) + " x " + std::to_string(d);
      refuse("covariances has shape " + shape_text(*given_.covariances) +
             "; expected, for these means, " + std::to_string(n) + " x " + matrix + ", " + matrix +
             " or " + std::to_string(n));
    }
    if (given_.clients.value_or(n) != n || given_.dimension.value_or(d) != d) {
      refuse("clients or dimension contradicts means, which has shape " +
             shape_text(*given_.means) + "; omit them");
    }
  }
  static bool is_known_shape(std::span<const std::int64_t> shape, std::int64_t n, std::int64_t d) {
    const auto is = [&](std::initializer_list<std::int64_t> expected) {
      return std::equal(shape.begin(), shape.end(), expected.begin(), expected.end());
    };
    return is({d, d}) || is({n, d, d}) || is({n});
  }

  void resize(const std::vector<Index>& examples, Index dimension) {
    clients_ = static_cast<Index>(examples.size());
    group_.clear();
    for (std::size_t c = 0; c < examples.size(); ++c) {
      group_.insert(group_.end(), static_cast<std::size_t>(examples[c]),
                    static_cast<std::int32_t>(c));
    }
    points_.resize(dimension, static_cast<Index>(group_.size()));
  }
  static std::vector<Index> one_each(Index clients) {
    return std::vector<Index>(static_cast<std::size_t>(clients), 1);
  }

  // Plassier, Durmus, Moulines, Table 1, as in the authors' code: mu ~ 10 N(0, I), covariance
  // s blockdiag(R(phi) diag(u1, u2) R(phi)') with s ~ U(0.1, 10.1), phi ~ U(0, 2 pi), u ~ U(0, 1).
  void generate_table_1(const skald::Random& random) {
    const Index d = given_.dimension.value_or(20);
    resize(one_each(given_.clients.value_or(10)), d);
    precisions_.setZero(d * d, clients_);
    Eigen::MatrixXd uniform(1 + 3 * d / 2, 1);
    for (Index c = 0; c < clients_; ++c) {
      const skald::Stream stream{skald::Role::dataset, c};
      random.normal(stream, 0, skald::view(points_).columns(c, 1));
      random.uniform(stream, 0, skald::view(uniform));
      const double scale = 0.1 + 10 * uniform(0);
      auto precision = precisions_.col(c).reshaped(d, d);
      for (Index b = 0; b < d / 2; ++b) {
        const Eigen::Rotation2Dd rotation(2 * std::numbers::pi * uniform(1 + 3 * b));
        // 1 - u is uniform on (0, 1], so that no variance is 0.
        const Eigen::Array2d variance = 1 - uniform.col(0).segment<2>(2 + 3 * b).array();
        const Eigen::Matrix2d axes = rotation.toRotationMatrix();
        precision.block<2, 2>(2 * b, 2 * b) =
            axes * (1 / (scale * variance)).matrix().asDiagonal() * axes.transpose();
      }
    }
    points_ *= 10;
    symmetrise();
  }

  // Deng et al., section 5: theta_c ~ N(0, alpha I), points ~ N(theta_c, Sigma).
  void generate_toy(const skald::Random& random) {
    Eigen::Matrix2d covariance;
    covariance << 5, -2, -2, 1;
    const Eigen::Matrix2d factor = covariance.llt().matrixL();
    const double deviation = std::sqrt(given_.alpha.value_or(1));
    const std::vector<Index> examples = toy_examples(random);
    resize(examples, 2);
    Eigen::MatrixXd mean(2, 1), noise;
    Index first = 0;
    for (Index c = 0; c < clients_; ++c) {
      const skald::Stream stream{skald::Role::dataset, c};
      const Index count = examples[static_cast<std::size_t>(c)];
      noise.resize(2 * count, 1);
      random.normal(stream, 0, skald::view(mean));
      random.normal(stream, 1, skald::view(noise));
      points_.middleCols(first, count) =
          (factor * noise.reshaped(2, count)).colwise() + deviation * mean.col(0);
      first += count;
    }
    precisions_ = covariance.inverse().reshaped(4, 1);
  }
  std::vector<Index> toy_examples(const skald::Random& random) const {
    const auto mean = static_cast<double>(given_.examples.value_or(1000));
    std::vector<Index> examples;
    Eigen::MatrixXd z(1, 1);
    for (Index c = 0; c < given_.clients.value_or(50); ++c) {
      random.normal({skald::Role::dataset, c}, 2, skald::view(z));
      const double count = mean * (1 + given_.examples_spread.value_or(0) * z(0));
      examples.push_back(std::max<Index>(std::llround(count), 1));
    }
    return examples;
  }

  void take_explicit() {
    const auto& values = given_.means->values;
    const Index n = given_.means->shape[0], rows = std::ssize(values) / n;
    const Index d = rows > 1 ? rows : given_.dimension.value_or(1);
    resize(one_each(n), d);
    points_ = Eigen::Map<const Eigen::MatrixXd>(values.data(), rows, n).replicate(d / rows, 1);
    const std::vector<Eigen::MatrixXd> covariances = given_covariances(d);
    const bool all_equal =
        std::all_of(covariances.begin(), covariances.end(),
                    [&](const Eigen::MatrixXd& one) { return one == covariances.front(); });
    precisions_.resize(d * d, all_equal ? 1 : n);
    for (Index c = 0; c < precisions_.cols(); ++c)
      take_covariance(c, covariances[static_cast<std::size_t>(c)]);
    symmetrise();
  }
  // One, or one per client.
  std::vector<Eigen::MatrixXd> given_covariances(Index d) const {
    const auto& values = given_.covariances->values;
    const bool are_variances = given_.covariances->shape.size() == 1;
    const Index size = are_variances ? 1 : d * d;
    std::vector<Eigen::MatrixXd> all;
    for (Index first = 0; first < std::ssize(values); first += size) {
      const double* from = values.data() + first;
      if (are_variances) {
        all.emplace_back(*from * Eigen::MatrixXd::Identity(d, d));
      } else {
        all.emplace_back(Eigen::Map<const Eigen::MatrixXd>(from, d, d));
      }
    }
    return all;
  }

  void take_covariance(Index c, const Eigen::MatrixXd& covariance) {
    const Eigen::MatrixXd identity =
        Eigen::MatrixXd::Identity(covariance.rows(), covariance.cols());
    const auto precision = skald::linear::solve_positive(covariance, identity);
    const bool symmetric = (covariance - covariance.transpose()).cwiseAbs().maxCoeff() <=
                           1e-12 * covariance.cwiseAbs().maxCoeff();
    if (!symmetric || !precision) {
      refuse("covariances[" + std::to_string(c) + "] is not " +
             (symmetric ? "positive definite" : "symmetric") +
             "; expected the covariance of a Gaussian");
    }
    precisions_.col(c) = precision->reshaped();
  }

  // Removes the asymmetry that rounding left in the precisions.
  void symmetrise() {
    const Index d = points_.rows();
    for (Index c = 0; c < precisions_.cols(); ++c) {
      const Eigen::MatrixXd p = precisions_.col(c).reshaped(d, d);
      precisions_.col(c) = (0.5 * (p + p.transpose())).reshaped();
    }
  }

  Options given_;
  Index clients_ = 0;
  Eigen::MatrixXd points_, precisions_;
  std::vector<std::int32_t> group_;
  std::vector<skald::NamedArray> arrays_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<GaussianClients, Options, options>(
    {.name = "gaussian_clients",
     .numerics_revision = 1,
     .summary = "Clients with Gaussian potentials, generated as in the papers or given explicitly",
     .reference = "Plassier, Durmus, Moulines, FALD and VR-FALD*, Table 1; Deng et al., FA-LD, "
                  "section 5"});
