#include "conformance/stated_path.hpp"

#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "oracles/affine_law.hpp"
#include "problem/stated_law.hpp"
#include "skald/extensions/affine_rounds.hpp"
#include "skald/extensions/first_stride.hpp"

namespace skald::conformance {

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

// What the kit's own problems are: Hessians are differences of gradients.
class PotentialsOf final : public ClientPotentials {
 public:
  explicit PotentialsOf(ReferenceProblem& reference)
      : problem_(reference.problem()), prior_(reference.prior()) {}

  Index dimension() const override { return problem_.dimension(); }
  Index size() const override { return problem_.clients(); }
  double prior() const override { return prior_; }
  void of_rows(Index client, ConstBlock theta, Block gradient, Block hessian) const override {
    const Index d = dimension();
    const double width = 1e-4 * (1 + theta.matrix().cwiseAbs().maxCoeff());
    const Eigen::MatrixXd shifts = width * Eigen::MatrixXd::Identity(d, d);
    Eigen::MatrixXd at = theta.matrix().replicate(1, 4 * d + 1);
    for (std::size_t i = 0; i < 4; ++i)
      at.middleCols(1 + static_cast<Index>(i) * d, d) += kNodes[i] * shifts;
    const Eigen::MatrixXd slopes = gradients(client, at);
    hessian.matrix().setZero();
    gradient.matrix() = slopes.col(0);
    for (std::size_t i = 0; i < 4; ++i)
      hessian.matrix() += kWeights[i] / width * slopes.middleCols(1 + static_cast<Index>(i) * d, d);
  }

 private:
  // Of a derivative without error up to the fourth power.
  static constexpr std::array<double, 4> kNodes{-2, -1, 1, 2};
  static constexpr std::array<double, 4> kWeights{1. / 12, -2. / 3, 2. / 3, -1. / 12};

  Eigen::MatrixXd gradients(Index client, const Eigen::MatrixXd& at) const {
    Eigen::MatrixXd out(at.rows(), at.cols());
    problem_.gradient(client, view(at), view(out));
    return out - problem_.prior_share(client) * prior_ * at;
  }

  Problem& problem_;
  double prior_;
};

}  // namespace

StatedPath stated_first_stride(ReferenceProblem& reference, Sampler& sampler,
                               const Eigen::VectorXd& start) {
  const auto* first = dynamic_cast<const FirstStride*>(&sampler);
  if (first == nullptr || !starts_on(reference, sampler)) return {};
  const Index d = start.size();
  Eigen::MatrixXd mean = start, covariance = Eigen::MatrixXd::Zero(d, d);
  if (!first->first_stride(PotentialsOf(reference), view(mean), view(covariance))) return {};
  const oracles::Moments before{start, Eigen::MatrixXd::Zero(d, d)}, after{mean, covariance};
  StatedPath path;
  path.moments = [=](std::int64_t strides) { return strides == 0 ? before : after; };
  path.strides = 1;
  return path;
}

StatedPath stated_path(ReferenceProblem& reference, const oracles::GaussianProblem& gaussian,
                       Sampler& sampler, const oracles::Moments& start) {
  const auto stated = stated_chain(reference, gaussian, sampler);
  const auto* rounds = dynamic_cast<const AffineRounds*>(&sampler);
  if (rounds == nullptr) {
    return {stated ? stated->from(start) : problem::StatedLaw::Path()};
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
