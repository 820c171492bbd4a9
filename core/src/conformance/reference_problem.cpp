#include "conformance/reference_problem.hpp"

#include <Eigen/Cholesky>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "linear/symmetric.hpp"
#include "oracles/affine_law.hpp"
#include "problem/gaussian_view.hpp"
#include "skald/extensions/affine_rounds.hpp"
#include "skald/extensions/first_stride.hpp"

namespace skald::conformance {
namespace {

constexpr const char* kPrecision = "precision";
constexpr Index kParameters = 2;

// The model of a table with the array "precision" (four numbers per row, or once for all rows).
class QuadraticRows final : public Model,
                            public GaussianPosterior,
                            public CurvatureBounds,
                            public PublicCurvature {
 public:
  explicit QuadraticRows(double prior) : prior_(prior) {}

  void bind(const Table& table) override {
    table_ = table;
    precisions_ = find_array(table, kPrecision)->values;
  }
  Index dimension() const override { return kParameters; }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    out.matrix().setZero();
    if (rows.columns == 1) return add_of_same_rows(rows, theta, out);
    for (Index j = 0; j < theta.cols; ++j) {
      for (Index r = 0; r < rows.count; ++r) {
        const Potential row = potential_of(rows.row(j, r));
        add(row.precision, row.from(theta, j), out.column(j).data());
      }
    }
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      double sum = 0;
      for (Index r = 0; r < rows.count; ++r) {
        const Potential row = potential_of(rows.row(j, r));
        const Eigen::Vector2d e = row.from(theta, j);
        sum += 0.5 * e.dot(row.precision * e);
      }
      out[static_cast<std::size_t>(j)] = sum;
    }
  }
  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    out.matrix() += share * prior_ * theta.matrix();
  }
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out[static_cast<std::size_t>(j)] += share * prior_ / 2 * theta.column(j).squaredNorm();
    }
  }
  bool is_thread_safe() const override { return true; }
  const void* extension(const char* wanted) const override {
    if (std::strcmp(wanted, GaussianPosterior::id) == 0) {
      return static_cast<const GaussianPosterior*>(this);
    }
    if (std::strcmp(wanted, CurvatureBounds::id) == 0) {
      return static_cast<const CurvatureBounds*>(this);
    }
    if (std::strcmp(wanted, PublicCurvature::id) == 0) {
      return static_cast<const PublicCurvature*>(this);
    }
    return nullptr;
  }
  void quadratic(const Rows& rows, double prior_share, Block curvature,
                 Block minimiser) const override {
    Eigen::Matrix2d A = prior_share * prior_ * Eigen::Matrix2d::Identity();
    Eigen::Vector2d b = Eigen::Vector2d::Zero();
    for (Index r = 0; r < rows.count; ++r) {
      const Potential row = potential_of(rows.row(0, r));
      A += row.precision;
      b += row.precision * row.point;
    }
    curvature.matrix() = A;
    minimiser.matrix() = A.ldlt().solve(b);
  }
  bool equal_curvatures() const override { return precisions_.cols == 1; }
  Bounds bounds(const Rows& rows, double prior_share) const override {
    Eigen::MatrixXd A(dimension(), dimension()), unused(dimension(), 1);
    quadratic(rows, prior_share, view(A), view(unused));
    const Eigen::VectorXd eigenvalues = linear::eigenvalues(A);
    return {eigenvalues.minCoeff(), eigenvalues.maxCoeff()};
  }
  Bounds prior() const override { return {prior_, prior_}; }

 private:
  struct Potential {
    Eigen::Vector2d point;
    Eigen::Matrix2d precision;

    Eigen::Vector2d from(ConstBlock theta, Index j) const { return theta.column(j) - point; }
  };
  Potential potential_of(Index row) const {
    return {table_.features.column(row),
            Eigen::Map<const Eigen::Matrix2d>(
                precisions_.column(precisions_.cols == 1 ? 0 : row).data())};
  }
  void add_of_same_rows(const Rows& rows, ConstBlock theta, Block out) const {
    for (Index r = 0; r < rows.count; ++r) {
      const Potential row = potential_of(rows.row(0, r));
      for (Index j = 0; j < theta.cols; ++j) {
        add(row.precision, row.from(theta, j), out.column(j).data());
      }
    }
  }
  // Computed coordinate by coordinate, for the same bits in every column.
  static void add(const Eigen::Matrix2d& P, const Eigen::Vector2d& e, double* sum) {
    for (Index k = 0; k < kParameters; ++k) {
      for (Index i = 0; i < kParameters; ++i) sum[i] += P(i, k) * e[k];
    }
  }

  double prior_;
  Table table_;
  ConstBlock precisions_;
};

Eigen::MatrixXd matrix(Index rows, std::initializer_list<double> columns) {
  Eigen::MatrixXd m(rows, static_cast<Index>(columns.size()) / rows);
  std::copy(columns.begin(), columns.end(), m.data());
  return m;
}

const Eigen::MatrixXd kSteep = matrix(2, {0.9, 0.3, 0.3, 0.4});
const Eigen::MatrixXd kFlat = matrix(2, {0.15, -0.05, -0.05, 0.1});
const Eigen::MatrixXd kTilted = matrix(2, {0.2, -0.1, -0.1, 0.5});
const Eigen::MatrixXd kOne = matrix(2, {0.5, 0.15, 0.15, 0.3});

const Eigen::MatrixXd kTwoPoints = matrix(2, {-1, 0.5, -0.4, 0.9});
const Eigen::MatrixXd kThreePoints = matrix(2, {1.2, -0.3, 0.8, 0.4, 1.5, 0.2});
const Eigen::MatrixXd kFourPoints = matrix(2, {0.1, 1.1, -0.5, 0.7, 0.3, 1.6, 0.9, 0.4});

}  // namespace

ReferenceProblem::ReferenceProblem(std::string name, const std::vector<Client>& clients,
                                   double prior)
    : name_(std::move(name)) {
  const Index d = clients.front().precision.rows();
  std::vector<std::int32_t> owner;
  bool equal = true;
  for (std::size_t c = 0; c < clients.size(); ++c) {
    owner.insert(owner.end(), static_cast<std::size_t>(clients[c].points.cols()),
                 static_cast<std::int32_t>(c));
    equal = equal && clients[c].precision == clients.front().precision;
  }
  const auto n = static_cast<Index>(owner.size());
  points_.resize(d, n);
  precisions_.resize(d * d, equal ? 1 : n);
  precisions_.col(0) = clients.front().precision.reshaped();
  Index row = 0;
  for (const Client& client : clients) {
    points_.middleCols(row, client.points.cols()) = client.points;
    for (Index r = 0; r < client.points.cols() && !equal; ++r) {
      precisions_.col(row + r) = client.precision.reshaped();
    }
    row += client.points.cols();
  }
  arrays_ = {{kPrecision, view(std::as_const(precisions_))}};
  Table table;
  table.features = view(std::as_const(points_));
  table.train = n;
  table.arrays = arrays_;
  table_ =
      std::make_unique<problem::FederatedTable>(table, owner, static_cast<Index>(clients.size()));
  model_ = std::make_unique<QuadraticRows>(prior);
  model_->bind(table_->table());
  problem_ = std::make_unique<problem::FederatedProblem>(*table_, *model_, ledger_);
}

ReferenceProblem::~ReferenceProblem() = default;

oracles::GaussianProblem ReferenceProblem::gaussian() const {
  return *problem::gaussian_view(*problem_);
}

std::unique_ptr<ReferenceProblem> unequal_clients() {
  return std::make_unique<ReferenceProblem>(
      "clients of unequal size, curvature and minimiser",
      std::vector<ReferenceProblem::Client>{
          {kTwoPoints, kSteep}, {kThreePoints, kFlat}, {kFourPoints, kTilted}},
      0.9);
}

std::unique_ptr<ReferenceProblem> equal_rows() {
  return std::make_unique<ReferenceProblem>(
      "rows of equal curvature, in clients of unequal size",
      std::vector<ReferenceProblem::Client>{
          {kTwoPoints, kOne}, {kThreePoints, kOne}, {kFourPoints, kOne}},
      0.9);
}

std::unique_ptr<ReferenceProblem> equal_clients() {
  const auto moved = [](double x, double y) {
    return ReferenceProblem::Client{kThreePoints.colwise() + Eigen::Vector2d(x, y), kOne};
  };
  return std::make_unique<ReferenceProblem>(
      "clients of equal size and curvature",
      std::vector<ReferenceProblem::Client>{moved(0, 0), moved(-1, 0.5), moved(0.4, -0.8),
                                            moved(-0.2, 1)},
      0.9);
}

std::unique_ptr<ReferenceProblem> agreeing_clients() {
  const auto at_one_point = [](Index rows, const Eigen::MatrixXd& precision) {
    return ReferenceProblem::Client{Eigen::Vector2d(0.7, -1.2).replicate(1, rows), precision};
  };
  return std::make_unique<ReferenceProblem>(
      "clients of unequal curvature, whose rows agree on the minimiser",
      std::vector<ReferenceProblem::Client>{at_one_point(2, kSteep), at_one_point(3, kFlat),
                                            at_one_point(4, kTilted)},
      0);
}

bool starts_on(ReferenceProblem& reference, Sampler& sampler) {
  try {
    const CheckedRun started(reference.surroundings(), sampler, kLawSeed,
                             Eigen::MatrixXd::Zero(reference.problem().dimension(), 1));
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

std::optional<problem::StatedLaw> stated_chain(ReferenceProblem& reference,
                                               const oracles::GaussianProblem& gaussian,
                                               Sampler& sampler) {
  const CheckedRun started(reference.surroundings(), sampler, kLawSeed,
                           Eigen::MatrixXd::Zero(reference.problem().dimension(), 1));
  return problem::StatedLaw::of(sampler, reference.problem(), gaussian);
}

namespace {

// The rounds of an optimiser as a chain, as far as the kit needs one.
class RoundsAsChain final : public AffineChain {
 public:
  RoundsAsChain(const AffineRounds& rounds, bool knows_noises)
      : rounds_(rounds), knows_noises_(knows_noises) {}
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    QuadraticClients known = clients;
    if (!knows_noises_) known.noises = {};
    return rounds_.describe_rounds(known, stages);
  }

 private:
  const AffineRounds& rounds_;
  bool knows_noises_;
};

// Of estimates of the clients' gradients from one row each; empty where they are not known.
std::vector<Eigen::MatrixXd> noises_of_rows(const Problem& problem) {
  const std::vector<double> all = problem::minibatch_noise(problem, 1, false);
  const Index d = problem.dimension();
  std::vector<Eigen::MatrixXd> noises;
  for (Index at = 0; at < std::ssize(all); at += d * d)
    noises.emplace_back(Eigen::Map<const Eigen::MatrixXd>(all.data() + at, d, d));
  return noises;
}

// The clients' potentials as plugins see them, without noise.
struct Quadratics {
  Eigen::MatrixXd curvatures, slopes, noises;

  explicit Quadratics(const oracles::GaussianProblem& gaussian) {
    const Index d = gaussian.dimension(), N = static_cast<Index>(gaussian.size());
    curvatures.resize(d, N * d);
    slopes.resize(d, N);
    noises.setZero(d, N * d);
    for (Index c = 0; c < N; ++c) {
      const auto client = static_cast<std::size_t>(c);
      curvatures.middleCols(c * d, d) = gaussian.client(client).curvature;
      slopes.col(c) = gaussian.gradient_at_mode(client);
    }
  }
  QuadraticClients clients() const { return {view(curvatures), view(slopes), view(noises)}; }
};

// As far as the kit looks.
constexpr std::int64_t kLongestWalk = 3;

// Estimates that rounds can lead to, a column each.
class CollectedEnds final : public RoundEnds {
 public:
  void end(double probability, ConstBlock estimate) override {
    probabilities_.push_back(probability);
    estimates_.emplace_back(estimate.matrix());
  }
  Eigen::MatrixXd columns(Index d) const {
    Eigen::MatrixXd all(d, std::ssize(estimates_));
    for (Index i = 0; i < all.cols(); ++i) all.col(i) = estimates_[static_cast<std::size_t>(i)];
    return all;
  }
  Eigen::VectorXd probabilities() const {
    return Eigen::Map<const Eigen::VectorXd>(probabilities_.data(), std::ssize(probabilities_));
  }
  oracles::Moments moments(Index d) const {
    const Eigen::MatrixXd all = columns(d);
    const Eigen::VectorXd p = probabilities();
    oracles::Moments moments{all * p, Eigen::MatrixXd::Zero(d, d)};
    if (all.cols() == 1) return moments;
    const Eigen::MatrixXd apart = all.colwise() - moments.mean;
    moments.covariance = apart * p.asDiagonal() * apart.transpose();
    return moments;
  }

 private:
  std::vector<double> probabilities_;
  std::vector<Eigen::VectorXd> estimates_;
};

// Of rounds that can go in finitely many ways, from that mean; empty if there are none.
StatedPath walked(const AffineRounds& rounds, const oracles::GaussianProblem& gaussian,
                  const oracles::Moments& start) {
  const Index d = gaussian.dimension();
  const auto quadratics = std::make_shared<const Quadratics>(gaussian);
  const auto known = std::make_shared<std::map<std::int64_t, std::optional<CollectedEnds>>>();
  const auto walk = [=, &rounds](std::int64_t strides) -> const std::optional<CollectedEnds>& {
    const auto [at, is_new] = known->try_emplace(strides);
    if (!is_new) return at->second;
    const Eigen::MatrixXd first = start.mean;
    at->second.emplace();
    if (!rounds.walk_rounds(quadratics->clients(), strides, view(first), *at->second))
      at->second.reset();
    return at->second;
  };
  StatedPath path;
  path.strides = kLongestWalk;
  while (path.strides > 0 && !walk(path.strides)) --path.strides;
  if (path.strides == 0) return {};
  path.moments = [=](std::int64_t strides) { return walk(strides).value().moments(d); };
  path.ends = [=](std::int64_t strides) -> std::optional<Eigen::MatrixXd> {
    const auto& ends = walk(strides);
    if (!ends) return std::nullopt;
    return ends->columns(d);
  };
  path.probabilities = [=](std::int64_t strides) { return walk(strides).value().probabilities(); };
  return path;
}

StatedPath first_stride(const Sampler& sampler, const oracles::GaussianProblem& gaussian,
                        const oracles::Moments& start) {
  const auto* first = dynamic_cast<const FirstStride*>(&sampler);
  if (first == nullptr) return {};
  const Index d = gaussian.dimension();
  Eigen::MatrixXd mean = start.mean, covariance = Eigen::MatrixXd::Zero(d, d);
  const Quadratics quadratics(gaussian);
  if (!first->first_stride(quadratics.clients(), view(mean), view(covariance))) return {};
  const oracles::Moments after{mean, covariance};
  StatedPath path;
  path.moments = [=](std::int64_t strides) { return strides == 0 ? start : after; };
  path.strides = 1;
  return path;
}

}  // namespace

StatedPath stated_path(ReferenceProblem& reference, const oracles::GaussianProblem& gaussian,
                       Sampler& sampler, const oracles::Moments& start) {
  const auto stated = stated_chain(reference, gaussian, sampler);
  const auto* rounds = dynamic_cast<const AffineRounds*>(&sampler);
  if (rounds == nullptr) {
    StatedPath path{stated ? stated->from(start) : problem::StatedLaw::Path()};
    return path ? path : first_stride(sampler, gaussian, start);
  }
  const auto noises = noises_of_rows(reference.problem());
  const RoundsAsChain chain(*rounds, !noises.empty());
  const auto law = oracles::AffineLaw::of(chain, gaussian, noises);
  const auto path = law ? law->from(start) : std::nullopt;
  if (!path) return walked(*rounds, gaussian, start);
  return {[path = *path](std::int64_t strides) mutable { return path.after(strides); },
          [path = *path](std::int64_t strides) { return path.ends(strides); }};
}

}  // namespace skald::conformance
