#include "observables/mixing_draws.hpp"

#include <algorithm>
#include <bit>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <stdexcept>

#include "observables/chain_moments.hpp"
#include "report/posterior/posterior_summary.hpp"
#include "skald/parts/metrics/effective_sample_size.hpp"

namespace skald::observables {
namespace {

constexpr Index kHeader = 3;
constexpr Index kMostBatches = 1024, kLeastBatches = 64, kMostOfAllChains = 16 * kMostBatches;
constexpr Index kFewestDraws = 8;
constexpr double kLow = 0.05, kHigh = 0.95;  // the tails that are watched
constexpr double kFirst = 0.001;  // nodes are from this quantile to its counterpart, 99.9 %
// The most by which the share of draws below a node may differ from that among those that the
// scores are of. Of independent draws it differs by less than 1.95 sqrt(2 / 1024) = 0.086 in all
// but one of 1000 cases, for one chain; for more, by less (Kolmogorov and Smirnov, two samples).
constexpr double kMostMoved = 0.1;

// The normal score of a value among sorted ones, with the mean rank of those that are equal.
double score_among(const std::vector<double>& values, double x) {
  const auto [first, last] = std::equal_range(values.begin(), values.end(), x);
  const auto count = static_cast<double>(values.size());
  const double rank =
      0.5 * static_cast<double>((first - values.begin()) + (last - values.begin()) + 1);
  return boost::math::quantile(boost::math::normal(),
                               (std::clamp(rank, 1.0, count) - 0.375) / (count + 0.25));
}

// Writes the nodes, which are the quantiles of equally spaced normal scores, and behind them the
// scores that they have among the draws. By ranks, nodes are as dense where half the draws are as
// in tails, however heavy these are.
void write_scores(const report::OrderedDraws& draws, Index nodes, double* of) {
  const boost::math::normal normal;
  const double first = boost::math::quantile(normal, kFirst);
  for (Index node = 0; node < nodes; ++node) {
    const double share = static_cast<double>(node) / static_cast<double>(nodes - 1);
    of[node] = report::quantile_of(draws, boost::math::cdf(normal, first * (1 - 2 * share)));
    of[nodes + node] = score_among(draws.sorted(), of[node]);
  }
}

// The score of x by that table, on the line between two nodes; constant beyond the last ones, and
// the first one of what is not a number. `nodes` is a power of two.
double read_score(const double* of, Index nodes, double x) {
  if (!(x > of[0])) return of[nodes];
  Index node = 0;  // the last one that is at most x
  for (Index step = nodes / 2; step > 0; step /= 2) node += of[node + step] <= x ? step : 0;
  const double* scores = of + nodes + node;
  if (node == nodes - 1) return scores[0];
  return scores[0] + (x - of[node]) / (of[node + 1] - of[node]) * (scores[1] - scores[0]);
}

Eigen::MatrixXd distances_from(double median, const Eigen::MatrixXd& draws) {
  return (draws.array() - median).abs();
}

}  // namespace

Mixing MixingBatches::view() const {
  const auto of = [&](const Eigen::MatrixXd& sums, const Eigen::MatrixXd& squares) {
    return Batches{.coordinates = coordinates,
                   .chains = sequences,
                   .count = sums.cols(),
                   .length = length,
                   .sums = skald::view(sums),
                   .squares = skald::view(squares)};
  };
  return {of(values, value_squares), of(scores, score_squares), of(low, low), of(high, high),
          of(folded, folded_squares)};
}

Index MixingDraws::most_batches(Index chains) {
  const auto most = static_cast<std::uint64_t>(std::max<Index>(kMostOfAllChains / chains, 1));
  return std::clamp(static_cast<Index>(std::bit_floor(most)), kLeastBatches, kMostBatches);
}

MixingDraws::MixingDraws(Index coordinates, Index chains, std::int64_t most_draws)
    : coordinates_(coordinates),
      chains_(chains),
      most_(most_batches(chains)),
      may_merge_(most_draws >= most_) {
  if (!may_merge_) most_ = static_cast<Index>(most_draws) + 1;
  const Index sums = may_merge_ ? kSums : kUnmerged;
  state_.resize(static_cast<std::size_t>(sums_at() + sums * (most_ + 1) * streams()));
  state_[2] = 1;
}

void MixingDraws::restart() {
  std::fill(state_.begin(), state_.end(), 0.0);
  state_[2] = 1;
}

bool MixingDraws::is_sound() const {
  return is_count(state_[0]) && is_count(state_[1]) && is_count(length()) && state_[0] < length() &&
         state_[1] < static_cast<double>(most_) && (may_merge_ || length() == 1);
}

void MixingDraws::observe(ConstBlock values) {
  const Index batch = full();
  double* shift = state_.data() + kHeader;
  if (batch == 0 && state_[0] == 0) std::copy_n(values.data, coordinates_, shift);
  double *sums = at(value, batch), *squares = at(value_square, batch);
  for (Index j = 0; j < chains_; ++j) {
    const double* x = values.data + j * values.stride;
    for (Index i = 0; i < coordinates_; ++i, ++sums, ++squares) {
      const double deviation = x[i] - shift[i];
      *sums += deviation;
      *squares += deviation * deviation;
      if (length() == 1) continue;
      const Index stream = j * coordinates_ + i;
      if (state_[0] == 0) at(kept, batch)[stream] = deviation;
      add_scores(batch, stream, deviation);
    }
  }
  if (++state_[0] == length()) close_batch();
}

void MixingDraws::add_scores(Index batch, Index stream, double x, double draws) {
  const double* of = table(stream % coordinates_);
  const auto add = [&](Sum sum, double value) { at(sum, batch)[stream] += draws * value; };
  const double z = read_score(of + 3, kNodes, x);
  const double folded = read_score(of + 3 + kScores, kNodes, std::abs(x - of[2]));
  add(score, z);
  add(score_square, z * z);
  add(fold, folded);
  add(fold_square, folded * folded);
  add(low, x <= of[0] ? 1 : 0);
  add(high, x <= of[1] ? 1 : 0);
}

void MixingDraws::close_batch() {
  state_[0] = 0;
  state_[1] += 1;
  if (full() < most_) return;
  if (!may_merge_) throw std::logic_error("there are more draws than the run was said to have");
  score_all();
  merge_pairs();
}

void MixingDraws::score_all() {
  const bool is_first = length() == 1;
  if (is_first) std::copy_n(at(value, 0), most_ * streams(), at(kept, 0));
  for (Index i = 0; i < coordinates_; ++i) {
    const Eigen::MatrixXd draws = draws_of(i, kept);
    if (is_first || !suits(i, draws)) score_anew(i, draws);
  }
}

// `draws`: those that are kept.
void MixingDraws::score_anew(Index coordinate, const Eigen::MatrixXd& draws) {
  make_table(coordinate, draws);
  for (Index batch = 0; batch < most_; ++batch) {
    for (Index j = 0; j < chains_; ++j) {
      const Index stream = j * coordinates_ + coordinate;
      for (int sum = score; sum < kept; ++sum) at(static_cast<Sum>(sum), batch)[stream] = 0;
      add_scores(batch, stream, draws(batch, j), length());
    }
  }
}

// Whether the draws are distributed as those that the scores of the coordinate are of.
bool MixingDraws::suits(Index coordinate, const Eigen::MatrixXd& draws) const {
  if (!draws.allFinite()) return true;  // they diverged, and have no scores
  const report::OrderedDraws ordered(draws);
  const double* nodes = table(coordinate) + 3;
  const boost::math::normal normal;
  for (Index node = 0; node < kNodes; ++node) {
    const double then = boost::math::cdf(normal, nodes[kNodes + node]);
    const double now = boost::math::cdf(normal, score_among(ordered.sorted(), nodes[node]));
    if (std::abs(now - then) > kMostMoved) return false;
  }
  return true;
}

void MixingDraws::make_table(Index coordinate, const Eigen::MatrixXd& of_all) {
  const report::OrderedDraws draws(of_all);
  double* of = table(coordinate);
  of[0] = report::quantile_of(draws, kLow);
  of[1] = report::quantile_of(draws, kHigh);
  of[2] = report::quantile_of(draws, 0.5);
  write_scores(draws, kNodes, of + 3);
  const report::OrderedDraws folded(distances_from(of[2], draws.draws()));
  write_scores(folded, kNodes, of + 3 + kScores);
}

void MixingDraws::merge_pairs() {
  using Sums = Eigen::Map<Eigen::MatrixXd>;
  for (int sum = 0; sum < kSums; ++sum) {
    Sums all(at(static_cast<Sum>(sum), 0), streams(), most_ + 1);
    for (Index k = 0; k < most_ / 2; ++k) {
      all.col(k) = all.col(2 * k);
      if (sum != kept) all.col(k) += all.col(2 * k + 1);
    }
    all.rightCols(most_ / 2 + 1).setZero();
  }
  state_[1] /= 2;
  state_[2] *= 2;
}

// Batches x C: the sums, which are draws as long as a batch is a draw.
Eigen::MatrixXd MixingDraws::draws_of(Index coordinate, Sum sum) const {
  Eigen::MatrixXd draws(full(), chains_);
  for (Index t = 0; t < full(); ++t) {
    for (Index j = 0; j < chains_; ++j) draws(t, j) = at(sum, t)[j * coordinates_ + coordinate];
  }
  return draws;
}

// The first halves of all chains as sequences, then the second halves.
Eigen::MatrixXd MixingDraws::halves(Sum sum) const {
  const Index half = full() / 2;
  Eigen::MatrixXd result(2 * streams(), half);
  using Part = Eigen::Map<const Eigen::MatrixXd>;
  result << Part(at(sum, 0), streams(), half), Part(at(sum, full() - half), streams(), half);
  return result;
}

MixingBatches MixingDraws::batches() const {
  MixingBatches found;
  found.coordinates = coordinates_;
  found.sequences = 2 * chains_;
  found.length = length();
  if (full() < kFewestDraws) return found;
  found.values = halves(value);
  found.value_squares = halves(value_square);
  if (length() == 1) {
    rank_all(found);
    return found;
  }
  found.scores = halves(score);
  found.score_squares = halves(score_square);
  found.folded = halves(fold);
  found.folded_squares = halves(fold_square);
  found.low = halves(low);
  found.high = halves(high);
  return found;
}

void MixingDraws::rank_all(MixingBatches& batches) const {
  const Index count = batches.values.cols();
  for (Eigen::MatrixXd* part : {&batches.scores, &batches.folded, &batches.low, &batches.high})
    part->setZero(batches.values.rows(), count);
  const report::NormalScores scores_of(count * batches.sequences);
  for (Index i = 0; i < coordinates_; ++i) {
    const report::OrderedDraws draws(draws_of(i));
    if (!draws.draws().allFinite()) continue;
    const Eigen::MatrixXd parts = chain_halves(draws.draws());
    const Eigen::MatrixXd scores = scores_of(parts);
    const double median = report::quantile_of(draws, 0.5);
    const Eigen::MatrixXd folded = scores_of(distances_from(median, parts));
    const double low = report::quantile_of(draws, kLow), high = report::quantile_of(draws, kHigh);
    for (Index j = 0; j < batches.sequences; ++j) {
      const Index row = j * coordinates_ + i;
      batches.scores.row(row) = scores.col(j).transpose();
      batches.folded.row(row) = folded.col(j).transpose();
      batches.low.row(row) = (parts.col(j).array() <= low).cast<double>().transpose();
      batches.high.row(row) = (parts.col(j).array() <= high).cast<double>().transpose();
    }
  }
  batches.score_squares = batches.scores.cwiseAbs2();
  batches.folded_squares = batches.folded.cwiseAbs2();
}

}  // namespace skald::observables
