#include "skald/parts/federated/stated/stated_optimiser.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include "skald/minibatch.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/parts/federated/optimum.hpp"

namespace skald {
namespace {

constexpr Index kMostNumbers = 256, kMostClients = 10;
constexpr std::size_t kMostTurns = 2000;

double choose(Index n, Index k) {
  double product = 1;
  for (Index i = 0; i < k; ++i) product *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  return product;
}

// V with V V' = C, symmetric and positive semi-definite.
Eigen::MatrixXd factor_of(const Eigen::MatrixXd& C) {
  const Eigen::LDLT<Eigen::MatrixXd> factor(C);
  Eigen::MatrixXd V = factor.matrixL();
  for (Index j = 0; j < V.cols(); ++j) V.col(j) *= std::sqrt(std::max(factor.vectorD()(j), 0.0));
  return factor.transpositionsP().transpose() * V;
}

// F with F F' = C, where C S are the covariances of the means over the batches of `steps` steps, S
// of which is the covariance of n rows with divisor n - 1. A pass, of `of_pass` steps, shares out
// one permutation of the rows, whose means, of b rows each, have the covariance S (1 / b - 1 / n)
// with themselves and -S / n with each other (Cochran, Sampling Techniques, 1977, section 2); the
// last has the rows that are left, if they are fewer. Passes are independent.
Eigen::MatrixXd factor_of_batches(Index steps, Index b, Index n, Index of_pass) {
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(steps, steps);
  for (Index begin = 0; begin < steps; begin += of_pass) {
    const Index count = std::min(of_pass, steps - begin);
    auto pass = C.block(begin, begin, count, count);
    pass.setConstant(-1 / static_cast<double>(n));
    for (Index i = 0; i < count; ++i) pass(i, i) += 1 / static_cast<double>(std::min(b, n - i * b));
  }
  return factor_of(C);
}

}  // namespace

// The state: theta, the server's momentum if it has any, and what the method remembers. Behind it,
// what a round draws, independent and standardised: for every client and step, d numbers.
struct StatedRounds::Layout {
  Index d = 0;
  bool has_momentum = false;
  Index memories = 0;
  Index drawn = 0;

  Index vectors() const { return 1 + (has_momentum ? 1 : 0) + memories; }
  Index size() const { return vectors() * d; }
  AffineVector nothing() const { return AffineVector::zero(d, size() + drawn); }
  AffineVector vector(Index i) const {
    AffineVector x = nothing();
    x.linear.middleCols(i * d, d).setIdentity();
    return x;
  }
  State state() const {
    State z{vector(0), has_momentum ? vector(1) : nothing(), {}};
    for (Index i = vectors() - memories; i < vectors(); ++i) z.memory.push_back(vector(i));
    return z;
  }
};

std::optional<StatedRounds> StatedRounds::of(const Context& context,
                                             const OptimiserOptions& options,
                                             const CompressorOptions& compression,
                                             ClientSampling::Scheme scheme) {
  const Problem& problem = context.problem;
  const bool is_affine = context.clients == nullptr && is_quiet(context) &&
                         options.records() == Sampling::without_replacement &&
                         (std::isinf(options.clip) || options.protects_clients()) &&
                         options.clip_rule == "given" && problem.clients() <= kMostClients &&
                         problem.dimension() <= AffineVector::kMostCoordinates &&
                         scheme != ClientSampling::Scheme::cyclic;
  const bool takes_batches = options.frac || !takes_all_rows(problem, options.batch);
  // Noise in steps has batches of its own.
  if (takes_batches && options.adds_noise_to_steps()) return std::nullopt;
  if (!is_affine) return std::nullopt;
  std::vector<double> examples;
  for (Index c = 0; c < problem.clients(); ++c)
    examples.push_back(static_cast<double>(problem.examples(c)));
  return StatedRounds(options, compression, scheme, std::move(examples));
}

// Every cohort that may be drawn, see ClientSampling.
std::vector<StatedRounds::Turn> StatedRounds::cohorts() const {
  using Scheme = ClientSampling::Scheme;
  const Index N = clients();
  const auto S = static_cast<Index>(options_.S.value_or(N));
  const double rate = static_cast<double>(S) / static_cast<double>(N);
  double total = 0;
  for (Index c = 0; c < N; ++c) total += weight(c);
  std::vector<Turn> all;
  if (scheme_ == Scheme::with_replacement) return all;
  for (unsigned set = 0; set < 1U << N; ++set) {
    const auto size = static_cast<Index>(std::popcount(set));
    if (scheme_ != Scheme::poisson && size != S) continue;
    Turn turn;
    for (Index c = 0; c < N; ++c) {
      if ((set >> c & 1U) == 0) continue;
      turn.clients.push_back(c);
      turn.factors.push_back(weight(c));
    }
    turn.probability = scheme_ == Scheme::poisson
                           ? std::pow(rate, size) * std::pow(1 - rate, N - size)
                           : 1 / choose(N, S);
    if (scheme_ != Scheme::cohort) turn.divisor = rate * total;
    if (turn.probability > 0) all.push_back(std::move(turn));
  }
  return all;
}

// Of S clients, the nearest number to `stragglers` S are late: any of them, each of which makes 1
// to E of the steps, or reports nothing.
std::vector<StatedRounds::Turn> StatedRounds::with_stragglers(const Turn& turn) const {
  const std::int64_t E = options_.round_length();
  const auto S = static_cast<Index>(turn.clients.size());
  const auto late = static_cast<Index>(std::llround(options_.stragglers * static_cast<double>(S)));
  std::vector<Turn> all;
  for (unsigned set = 0; set < 1U << S; ++set) {
    if (static_cast<Index>(std::popcount(set)) != late) continue;
    std::vector<Turn> turns(1);
    turns.front().probability = turn.probability / choose(S, late);
    turns.front().divisor = turn.divisor;
    for (std::size_t i = 0; i < turn.clients.size(); ++i) {
      const bool is_late = (set >> i & 1U) != 0;
      if (is_late && options_.drops_stragglers()) continue;
      std::vector<Turn> longer;
      for (const Turn& begun : turns) {
        for (std::int64_t work = is_late ? 1 : E; work <= E; ++work) {
          Turn next = begun;
          if (is_late) next.probability /= static_cast<double>(E);
          next.clients.push_back(turn.clients[i]);
          next.factors.push_back(turn.factors[i]);
          next.work.push_back(work);
          longer.push_back(std::move(next));
        }
      }
      turns = std::move(longer);
      if (turns.size() > kMostTurns) return turns;
    }
    all.insert(all.end(), turns.begin(), turns.end());
  }
  return all;
}

std::vector<StatedRounds::Turn> StatedRounds::turns() const {
  std::vector<Turn> all;
  for (const Turn& cohort : cohorts()) {
    const std::vector<Turn> turns = with_stragglers(cohort);
    all.insert(all.end(), turns.begin(), turns.end());
    if (all.size() > kMostTurns) return {};
  }
  return all;
}

Index StatedRounds::batch(Index client) const {
  const auto n = static_cast<Index>(examples_[static_cast<std::size_t>(client)]);
  if (!options_.frac) return std::min<Index>(options_.batch.value_or(n), n);
  return std::max<Index>(whole_share(*options_.frac, n) / options_.K, 1);
}

std::int64_t StatedRounds::steps_per_iteration(Index client) const {
  if (!options_.epochs) return 1;
  const auto n = static_cast<Index>(examples_[static_cast<std::size_t>(client)]);
  return (n + batch(client) - 1) / batch(client);
}

Index StatedRounds::numbers_drawn(Index client) const {
  return takes_batches() ? options_.round_length() * steps_per_iteration(client) : 0;
}

// As the options' descriptions have it, t = k + iteration.
double StatedRounds::rate(std::int64_t k, std::int64_t iteration) const {
  const auto begin = static_cast<double>(k), t = static_cast<double>(k + iteration);
  const auto period = static_cast<double>(options_.lr_period.value_or(1));
  const std::string_view schedule = options_.lr_schedule;
  double factor = 1;
  if (schedule == "inverse") factor = 1 / (1 + options_.lr_decay * begin);
  if (schedule == "exponential") factor = std::exp(-options_.lr_decay * begin);
  if (schedule == "inverse_sqrt") factor = std::pow(1 + t, -0.5);
  if (schedule == "step")
    factor = std::pow(options_.lr_factor.value_or(0.1), std::floor(begin / period));
  if (schedule == "cosine") {
    const double least = options_.lr_factor.value_or(0.001);
    const double angle = std::numbers::pi * std::min(begin / period, 1.0);
    factor = least + (1 - least) * 0.5 * (1 + std::cos(angle));
  }
  const auto last = begin + static_cast<double>(options_.round_length());
  if (options_.lr_warmup > 0)
    factor *= std::min(last / static_cast<double>(options_.lr_warmup), 1.0);
  return options_.lr * factor;
}

bool StatedRounds::takes_batches() const {
  for (Index c = 0; c < clients(); ++c)
    if (batch(c) < static_cast<Index>(examples_[static_cast<std::size_t>(c)])) return true;
  return false;
}

// How the gradients of a client's steps deviate from those of all its rows: the k-th d rows of
// `linear` are those of step k, in numbers that a round draws for this client.
Eigen::MatrixXd StatedRounds::deviations(const QuadraticClients& clients, Index client) const {
  const double n = examples_[static_cast<std::size_t>(client)];
  const Index d = clients.dimension(), steps = numbers_drawn(client);
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(steps * d, steps * d);
  const Index b = batch(client);
  if (static_cast<double>(b) >= n) return all;
  // Of one row, the estimate n grad of U_c has the covariance n (n - 1) S.
  const Eigen::MatrixXd of_rows = factor_of(clients.noise(client).matrix() / (n * (n - 1)));
  const Index rows = static_cast<Index>(n);
  const Index of_pass =
      options_.epochs ? steps_per_iteration(client) : std::max<Index>(rows / b, 1);
  const Eigen::MatrixXd of_steps = factor_of_batches(steps, b, rows, of_pass);
  for (Index k = 0; k < steps; ++k)
    for (Index l = 0; l < steps; ++l) all.block(k * d, l * d, d, d) = of_steps(k, l) * of_rows;
  return all;
}

// Compressed, then cut to the norm of a client.
void StatedRounds::send(const Turn& turn, std::vector<AffineVector>& moves, State& state,
                        Choices& choices) const {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    AffineVector::Shift& move = moves[i].shift;
    if (!compression_.is_identity()) {
      auto& kept = state.kept[static_cast<std::size_t>(turn.clients[i])];
      move = compression_.sent(move, kept, choices);
    }
    if (clips() && move.norm() > options_.clip) move *= options_.clip / move.norm();
  }
}

StatedRound StatedRounds::begun(const QuadraticClients& clients, const Turn& turn,
                                const State& state, std::int64_t k) const {
  StatedRound round{.cohort = {},
                    .theta = state.theta,
                    .memory = state.memory,
                    .steps = options_,
                    .clients = this->clients()};
  for (std::int64_t i = 0; i < options_.round_length(); ++i) round.rates.push_back(rate(k, i));
  double velocity = 0;
  for (std::int64_t step = 0; step < options_.round_length() * steps_per_iteration(0); ++step) {
    velocity = options_.momentum * velocity + 1;
    round.length += rate(k, step / steps_per_iteration(0)) * velocity;
  }
  for (const double n_c : examples_) round.examples += n_c;
  std::vector<Index> first{state.theta.linear.cols()};  // of what each client draws, from the end
  for (Index c = this->clients() - 1; c >= 0; --c)
    first.push_back(first.back() - clients.dimension() * numbers_drawn(c));
  for (std::size_t i = 0; i < turn.clients.size(); ++i) {
    const Index c = turn.clients[i];
    const double n_c = examples_[static_cast<std::size_t>(c)];
    Eigen::MatrixXd drawn;
    if (takes_batches()) drawn = deviations(clients, c);
    const Index at = first[static_cast<std::size_t>(this->clients() - c)];
    const auto gradient = [&clients, c, n_c, drawn, at,
                           row = Index{0}](const AffineVector& y) mutable {
      AffineVector g = clients.curvature(c).matrix() * y;
      g.shift += clients.slope(c).matrix();
      g = 1 / n_c * g;
      if (drawn.size() == 0) return g;
      const Index d = clients.dimension();
      g.linear.middleCols(at, drawn.cols()) += drawn.middleRows(row, d);
      row += d;
      return g;
    };
    const std::int64_t of_iteration = steps_per_iteration(c);
    round.cohort.push_back(
        {c, turn.work[i] * of_iteration, of_iteration, turn.factors[i], n_c, gradient});
  }
  return round;
}

StatedRounds::State StatedRounds::after(const StatedMethod& method, const QuadraticClients& clients,
                                        const Turn& turn, const State& state, std::int64_t k,
                                        Choices& choices) const {
  StatedRound round = begun(clients, turn, state, k);
  const bool nobody = round.cohort.empty();
  if (nobody && turn.divisor == 0) return state;
  State next{state.theta, state.momentum, {}, state.squares, state.kept};
  if (!compression_.is_identity()) {
    round.compress = [&](AffineVector x) {
      x.shift = compression_.compressed(x.shift, choices);
      return x;
    };
    round.share = compression_.share(clients.dimension());
  }
  AffineVector move = round.nothing();
  if (!nobody) {
    std::vector<AffineVector> moves = method.moves(round);
    send(turn, moves, next, choices);
    double sum = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      move += turn.factors[i] * moves[i];
      sum += turn.factors[i];
    }
    move = 1 / (turn.divisor > 0 ? turn.divisor : sum) * move;
    method.end(round, moves, move);
  }
  next.memory = std::move(round.memory);
  if (is_adaptive()) {
    step_adaptively(move, next);
    return next;
  }
  move = options_.server_lr * move;
  if (has_momentum()) {
    next.momentum = options_.server_momentum.value_or(0.9) * state.momentum + move;
    move = next.momentum;
  }
  next.theta += move;
  return next;
}

// Reddi et al. (2021), algorithm 2, with numbers.
void StatedRounds::step_adaptively(const AffineVector& move, State& state) const {
  const Eigen::VectorXd square = move.shift.cwiseAbs2();
  Eigen::VectorXd& v = state.squares;
  const double beta1 = options_.server_momentum.value_or(options_.server == "adagrad" ? 0 : 0.9);
  const double tau = options_.opt_eps, fresh = 1 - options_.server_beta2;
  if (v.size() == 0) v.setConstant(square.size(), tau * tau);
  if (options_.server == "adagrad") v += square;
  if (options_.server == "adam") v += fresh * (square - v);
  if (options_.server == "yogi") v += fresh * square.cwiseProduct((square - v).cwiseSign());
  state.momentum = beta1 * state.momentum + (1 - beta1) * move;
  for (Index i = 0; i < v.size(); ++i)
    state.theta.shift(i) += options_.server_lr * state.momentum.shift(i) / (std::sqrt(v(i)) + tau);
}

void StatedRounds::add_branch(const StatedMethod& method, const QuadraticClients& clients,
                              const Turn& turn, const Layout& z, AffineStages& stages) const {
  Choices none;
  const State state = after(method, clients, turn, z.state(), 0, none);
  std::vector<AffineVector> next{state.theta};
  if (z.has_momentum) next.push_back(state.momentum);
  next.insert(next.end(), state.memory.begin(), state.memory.end());
  Eigen::MatrixXd matrix(z.size(), z.size()), shift(z.size(), 1);
  Eigen::MatrixXd drawn(z.size(), z.drawn);
  for (std::size_t i = 0; i < next.size(); ++i) {
    const Index row = static_cast<Index>(i) * z.d;
    matrix.middleRows(row, z.d) = next[i].linear.leftCols(z.size());
    drawn.middleRows(row, z.d) = next[i].linear.rightCols(z.drawn);
    shift.middleRows(row, z.d) = next[i].shift;
  }
  const Eigen::MatrixXd noise = drawn * drawn.transpose();
  stages.branch(turn.probability, view(matrix), view(shift), view(noise));
}

bool StatedRounds::walk(const StatedMethod& method, const QuadraticClients& clients, Index strides,
                        ConstBlock start, RoundEnds& ends) const {
  struct Reached {
    double probability;
    State state;
  };
  const std::vector<Turn> all = turns();
  if (!method.is_stated(this->clients()) || all.empty() || takes_batches()) return false;
  const AffineVector zero = AffineVector::zero(start.rows, 0);
  const auto memories = static_cast<std::size_t>(method.memories(clients.size()));
  State first{zero, zero, std::vector<AffineVector>(memories, zero)};
  first.theta.shift = start.matrix();
  first.kept.assign(examples_.size(), Eigen::VectorXd::Zero(start.rows));
  std::vector<Reached> reached{{1, std::move(first)}};
  for (Index k = 0; k < strides; ++k) {
    std::vector<Reached> next;
    for (const Reached& from : reached) {
      for (const Turn& turn : all) {
        Choices choices;
        do {
          State state =
              after(method, clients, turn, from.state, k * options_.round_length(), choices);
          const double p = from.probability * turn.probability * choices.probability();
          next.push_back({p, std::move(state)});
          if (next.size() > kMostTurns) return false;
        } while (choices.next());
      }
    }
    // Later strides have as many ways to go.
    const auto ways = static_cast<double>(next.size()) / static_cast<double>(reached.size());
    const auto left = static_cast<double>(strides - 1 - k);
    if (static_cast<double>(next.size()) * std::pow(ways, left) > kMostTurns) return false;
    reached = std::move(next);
  }
  for (const Reached& end : reached) ends.end(end.probability, view(end.state.theta.shift));
  return true;
}

bool StatedRounds::describe(const StatedMethod& method, const QuadraticClients& clients,
                            AffineStages& stages) const {
  Layout z{clients.dimension(), has_momentum(), method.memories(clients.size())};
  if (takes_batches()) {
    if (!method.takes_batches() || clients.noises.cols == 0) return false;
    for (Index c = 0; c < this->clients(); ++c) z.drawn += numbers_drawn(c) * z.d;
  }
  if (!method.is_stated(this->clients()) || !method.is_affine() || needs_numbers()) return false;
  if (clips() || !compression_.is_identity() || !options_.has_constant_rate()) return false;
  const std::vector<Turn> all = turns();
  if (all.empty() || z.size() + z.drawn > kMostNumbers) return false;
  Eigen::MatrixXd lift = Eigen::MatrixXd::Zero(z.size(), z.d), shift = lift.leftCols(1);
  lift.topRows(z.d).setIdentity();
  stages.start(view(lift), view(shift));
  stages.stage();
  for (const Turn& turn : all) add_branch(method, clients, turn, z, stages);
  const Eigen::MatrixXd estimate = z.vector(0).linear.leftCols(z.size());
  stages.estimate(view(estimate));
  return true;
}

}  // namespace skald
