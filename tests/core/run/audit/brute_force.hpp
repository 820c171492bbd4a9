// What the releases of a cell give away at least, found without trusting what they declare: the
// cell is run on two data sets, with and without its noise, and the hockey-stick divergence of what
// its adversary sees is bounded from below.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

#include "cells.hpp"
#include "random/owned_random.hpp"
#include "random/philox_random.hpp"
#include "run/audit/canary_model.hpp"
#include "run/experiment.hpp"
#include "run/run_hooks.hpp"

namespace brute_force {

using namespace skald;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

// Gradients of all rows, in clips: those of the attacked unit, a record or all of client 0, and of
// every other row.
struct World {
  Vector2d unit, others;
};

// How often a bound may be wrong, in logarithms, and how many runs it is made of.
inline constexpr double kLogFailure = 14.5;  // one in 2e6
inline constexpr Index kTraining = 1000, kRuns = 7000, kNoises = 4;

// What the adversary sees of a run: where every message is seen, those of the attacked client, or
// those of all clients if whole ones are attacked; otherwise how the server's state moves.
class Sight final : public Mechanism, public Random {
 public:
  Sight(const Mechanism& mechanism, const Random& random, bool sees_messages, Index senders,
        bool is_silent)
      : mechanism_(mechanism),
        random_(random),
        messages_(sees_messages),
        senders_(senders),
        silent_(is_silent) {}

  void begin(Index dimension, Index iterations, Index columns) {
    width_ = dimension + 1;  // a count may go with a message
    seen_.setZero(width_ * senders_ * iterations, columns);
    before_.setZero(dimension, columns);
  }
  void look(std::int64_t iteration, ConstBlock theta) {
    if (messages_) return;
    seen_.middleRows(width_ * iteration, theta.rows) = theta.matrix() - before_;
    before_ = theta.matrix();
  }
  const MatrixXd& seen() const { return seen_; }

  void prepare(const Accountant&) override { throw std::logic_error("prepared before"); }
  NoiseLaw law(Index client) const override { return mechanism_.law(client); }
  std::optional<Claim> claim() const override { return mechanism_.claim(); }
  void privatize(const Random&, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    if (!silent_) mechanism_.privatize(random_, stream, iteration, sensitivity, message);
    if (!messages_ || stream.client < 0 || stream.client >= senders_) return;
    const Index place = width_ * (senders_ * iteration + stream.client);
    seen_.block(place, stream.chain, message.rows, message.cols) = message.matrix();
  }

  void normal(Stream stream, std::int64_t iteration, Block out) const override {
    if (is_kept(stream)) return random_.normal(stream, iteration, out);
    out.matrix().setZero();
  }
  void add_normal(Stream stream, std::int64_t iteration, double scale, Block out) const override {
    if (is_kept(stream)) random_.add_normal(stream, iteration, scale, out);
  }
  void uniform(Stream stream, std::int64_t iteration, Block out) const override {
    random_.uniform(stream, iteration, out);
  }
  void bits(Stream stream, std::int64_t iteration, Index chain,
            std::span<std::uint64_t> out) const override {
    random_.bits(stream, iteration, chain, out);
  }

 private:
  bool is_kept(Stream stream) const {
    return !silent_ || (stream.role != Role::noise && stream.role != Role::shared_noise &&
                        stream.role != Role::mechanism && stream.role != Role::reference);
  }

  const Mechanism& mechanism_;
  const Random& random_;
  bool messages_;
  Index senders_;  // of whom it sees the messages
  bool silent_;
  Index width_ = 0;
  mutable MatrixXd seen_;
  MatrixXd before_;
};

inline std::unique_ptr<Model> model_of(const World& world, bool whole_client, const Model& model,
                                       const problem::FederatedTable& table) {
  std::vector<std::int32_t> of_row(static_cast<std::size_t>(table.table().rows()), 1);
  const Rows rows = table.rows(0);
  for (Index r = 0; r < (whole_client ? rows.count : 1); ++r) {
    of_row[static_cast<std::size_t>(rows.row(0, r))] = 0;
  }
  std::vector<run::Canary> canaries;
  for (const Vector2d& gradient : {world.unit, world.others}) {
    const double size = gradient.norm();
    canaries.push_back({size, {}, std::make_shared<VectorXd>(gradient / (size > 0 ? size : 1))});
  }
  return std::make_unique<run::CanaryModel>(model, canaries, of_row);
}

// A column for each run of the cell, with the chains of a run one after another.
inline MatrixXd views(const grid::Cell& cell, const World& world, bool whole_client,
                      bool sees_messages, bool is_silent, Index runs, std::uint64_t stream) {
  run::Experiment experiment(cell, 0, test::plugins(), run::kSharedTableBytes,
                             [&](const Model& model, const problem::FederatedTable& table) {
                               return model_of(world, whole_client, model, table);
                             });
  const Index chains = experiment.run().chains, d = experiment.problem().dimension();
  const random::PhiloxRandom streams(cell.seed, (std::uint64_t{1} << 40) + stream);
  const random::OwnedRandom random(streams, random::StreamOwner::sampler);
  const Index senders = whole_client && sees_messages ? experiment.problem().clients() : 1;
  Sight sight(experiment.mechanism(), random, sees_messages, senders, is_silent);
  const Index iterations = experiment.plan().iterations, stride = experiment.sampler().stride();
  sight.begin(d, iterations, runs * chains);
  MatrixXd theta = MatrixXd::Zero(d, runs * chains);
  run::SilentRecorder recorder;
  run::WorkingSampler working = experiment.at_work(sight, sight, recorder);
  working.start(view(theta));
  while (working.iteration() < iterations) {
    const std::int64_t before = working.iteration();
    working.advance(stride, view(theta));
    sight.look(before, view(std::as_const(theta)));
  }
  return sight.seen().reshaped(sight.seen().size() / runs, runs);
}

// Independent noise of variance one in each coordinate once it is `whiten`ed.
struct Noise {
  MatrixXd whiten;
  bool is_laplace = false;
};

// What the noise is at most as wide as, by runs with and without it. Singular values of a matrix of
// n x k normals are at least sqrt(n) - sqrt(k) - t but with probability exp(-t^2 / 2) (Davidson and
// Szarek, 2001); the squares of Laplace noise have 5/2 of the variance.
inline Noise noise_of(const MatrixXd& noisy, const MatrixXd& clean, bool is_laplace) {
  const MatrixXd residual = noisy - clean;
  const auto n = static_cast<double>(residual.cols());
  MatrixXd covariance = residual * residual.transpose() / n;
  const VectorXd width = covariance.diagonal().cwiseSqrt();
  const auto correlated = [&](Index i, Index j) {
    return std::abs(covariance(i, j)) > 6 / std::sqrt(n) * width[i] * width[j];
  };
  double k = 1;
  for (Index i = 0; i < width.size(); ++i) {
    for (Index j = 0; j < i; ++j) {
      if (correlated(i, j)) k = static_cast<double>(width.size());
    }
  }
  if (k == 1) covariance = MatrixXd(covariance.diagonal().asDiagonal());
  const double t = std::sqrt(2 * kLogFailure * (is_laplace ? 2.5 : 1));
  const double slack = 1 - (std::sqrt(k) + t) / std::sqrt(n);
  // Without any noise, a coordinate is as good as noiseless beside gradients of this size.
  covariance.diagonal().array() += 1e-12;
  const MatrixXd root = covariance.llt().matrixL();
  return {slack * root.inverse(), is_laplace};
}

// A law of what is seen without noise, by its outcomes.
class Mixture {
 public:
  Mixture(const MatrixXd& seen, bool is_laplace) : is_laplace_(is_laplace) {
    std::map<std::vector<double>, double> atoms;
    for (Index j = 0; j < seen.cols(); ++j) {
      std::vector<double> atom;
      for (const double x : seen.col(j)) atom.push_back(std::round(1e6 * x) / 1e6);
      atoms[atom] += 1.0 / static_cast<double>(seen.cols());
    }
    std::multimap<double, const std::vector<double>*, std::greater<>> by_weight;
    for (const auto& [atom, weight] : atoms) by_weight.emplace(weight, &atom);
    for (const auto& [weight, atom] : by_weight) {
      if (log_weights_.size() == 64) break;  // an attacker who forgets the rest is a weaker one
      log_weights_.push_back(std::log(weight));
      atoms_.push_back(Eigen::Map<const VectorXd>(atom->data(), seen.rows()));
    }
  }
  std::size_t outcomes() const { return atoms_.size(); }
  double log_density(const VectorXd& y) const {
    double most = -std::numeric_limits<double>::infinity();
    thread_local std::vector<double> logs;
    logs.clear();
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      const double distance = is_laplace_ ? std::sqrt(2.0) * (y - atoms_[i]).lpNorm<1>()
                                          : (y - atoms_[i]).squaredNorm() / 2;
      logs.push_back(log_weights_[i] - distance);
      most = std::max(most, logs.back());
    }
    double sum = 0;
    for (const double log : logs) sum += log < most - 50 ? 0 : std::exp(log - most);
    return most + std::log(sum);
  }

 private:
  bool is_laplace_;
  std::vector<double> log_weights_;
  std::vector<VectorXd> atoms_;
};

struct Bounds {
  double low, high;
};

// Of the mean of numbers in [0, 1]: Maurer and Pontil (2009), theorem 4.
inline Bounds mean_of(const VectorXd& shares) {
  const auto n = static_cast<double>(shares.size());
  const double mean = shares.mean();
  const double variance = (shares.array() - mean).square().sum() / (n - 1);
  const double off = std::sqrt(2 * variance * kLogFailure / n) + 7 * kLogFailure / (3 * (n - 1));
  return {std::max(0.0, mean - off), std::min(1.0, mean + off)};
}

// How probable it is that what is seen, once it has its noise, is at least e^eps times as likely in
// the world `p` as in `q`.
inline Bounds alarm(const MatrixXd& clean, const Mixture& p, const Mixture& q, double eps,
                    bool is_laplace, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::exponential_distribution<double> exponential(std::sqrt(2.0));
  const auto draw = [&] {
    return is_laplace ? exponential(random) - exponential(random) : normal(random);
  };
  VectorXd shares = VectorXd::Zero(clean.cols()), y(clean.rows()), all(clean.cols() * kNoises);
  for (Index j = 0; j < all.size(); ++j) {
    for (Index i = 0; i < y.size(); ++i) y[i] = clean(i, j / kNoises) + draw();
    all[j] = p.log_density(y) - q.log_density(y) > eps ? 1 : 0;
    shares[j / kNoises] += all[j] / kNoises;
  }
  return p.outcomes() == 1 && q.outcomes() == 1 ? mean_of(all) : mean_of(shares);
}

// The rows in which the worlds can be told apart.
inline std::vector<Index> telling(const MatrixXd& a, const MatrixXd& b) {
  std::vector<Index> rows;
  for (Index i = 0; i < a.rows(); ++i) {
    const double first = a(i, 0);
    const auto moves = [&](const MatrixXd& m) {
      return ((m.row(i).array() - first).abs() > 1e-9).any();
    };
    if (moves(a) || moves(b)) rows.push_back(i);
  }
  return rows;
}

// A lower bound on delta(eps) of world `a` against world `b`: the event is chosen by the first runs
// and judged by the others.
inline double shown_delta(const MatrixXd& a, const MatrixXd& b, const Noise& noise, double eps) {
  const MatrixXd all_a = noise.whiten * a, all_b = noise.whiten * b;
  const std::vector<Index> rows = telling(all_a, all_b);
  if (rows.empty()) return 0;
  const MatrixXd in_a = all_a(rows, Eigen::all), in_b = all_b(rows, Eigen::all);
  const Mixture p(in_a.leftCols(kTraining), noise.is_laplace);
  const Mixture q(in_b.leftCols(kTraining), noise.is_laplace);
  std::mt19937_64 random(7);
  const Bounds hit = alarm(in_a.rightCols(kRuns - kTraining), p, q, eps, noise.is_laplace, random);
  const Bounds false_alarm =
      alarm(in_b.rightCols(kRuns - kTraining), p, q, eps, noise.is_laplace, random);
  return hit.low - std::exp(eps) * false_alarm.high;
}

}  // namespace brute_force
