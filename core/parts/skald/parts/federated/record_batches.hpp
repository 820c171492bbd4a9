// The rows of one client that the steps of a round use.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "skald/random.hpp"
#include "skald/release.hpp"
#include "skald/table.hpp"

namespace skald {

// The minibatches of one client in one round of federated optimisation.

// Walks through random permutations of the client's rows, `batch` rows per step. A new permutation
// begins when fewer than a batch are left, so a row enters at most once per permutation; in whole
// passes, it begins when none is left, so a row enters exactly once, and the last batch is smaller
// where need be. As long as the round needs only one permutation, its rows are a uniform sample
// without replacement.
class EpochBatches {
 public:
  enum class Rest {
    left_out,
    last_batch
  };  // the rows that make no batch; last_batch: whole passes

  // Steps of a whole pass.
  static std::int64_t steps_per_pass(std::int64_t batch, std::int64_t examples) {
    return (examples + batch - 1) / batch;
  }
  // The number of rows of the smallest batch of a whole pass.
  static std::int64_t smallest_batch(std::int64_t batch, std::int64_t examples) {
    const std::int64_t rest = examples % batch;
    return rest == 0 ? batch : rest;
  }
  // Returns the number of permutations that `steps` steps of `batch` of `examples` rows use.
  static std::int64_t permutations(std::int64_t steps, std::int64_t batch, std::int64_t examples) {
    const std::int64_t per_permutation = std::max<std::int64_t>(examples / batch, 1);
    return (steps + per_permutation - 1) / per_permutation;
  }

  // Begins the round that starts at `iteration` for that client and chain. A batch of at least
  // `examples` rows takes all rows of the client.
  void start(const Random& random, std::int64_t iteration, Index client, Index chain,
             Index examples, Index batch, Rest rest = Rest::left_out) {
    random_ = &random;
    rest_ = rest;
    iteration_ = iteration;
    client_ = client;
    chain_ = chain;
    batch_ = std::min(batch, examples);
    order_.resize(static_cast<std::size_t>(examples));
    used_ = examples;
    passes_ = 0;
  }
  // The next step's rows, local to the client; valid until the next call.
  Rows next() {
    const auto examples = static_cast<Index>(order_.size());
    if (batch_ == examples) return Rows::range(0, examples);
    const Index needed = rest_ == Rest::last_batch ? 1 : batch_;
    if (used_ + needed > examples) reshuffle();
    const Rows rows{0, std::min(batch_, examples - used_), order_.data() + used_, 1};
    used_ += rows.count;
    return rows;
  }

 private:
  // Each further permutation of a round takes the stream of a later iteration of the same round; a
  // round has at least as many iterations as permutations.
  void reshuffle() {
    std::iota(order_.begin(), order_.end(), 0);
    shuffle(*random_, {Role::minibatch, client_}, iteration_ + passes_, chain_, order_);
    used_ = 0;
    ++passes_;
  }

  const Random* random_ = nullptr;
  Rest rest_ = Rest::left_out;
  std::int64_t iteration_ = 0;
  Index client_ = 0, chain_ = 0, batch_ = 0, used_ = 0;
  std::int64_t passes_ = 0;
  std::vector<std::int32_t> order_;
};

// Option values for a sampler that offers the choice, and their meaning.
inline constexpr const char* record_samplings =
    "without_replacement|with_replacement|poisson|balls_in_bins";
inline Sampling sampling_scheme(std::string_view word) {
  if (word == "poisson") return Sampling::poisson;
  if (word == "balls_in_bins") return Sampling::balls_in_bins;
  return word == "with_replacement" ? Sampling::with_replacement : Sampling::without_replacement;
}

// Fresh rows for every round, by one of three schemes:
//  - without_replacement: as EpochBatches;
//  - with_replacement: every row of every batch is drawn from all of the client's rows;
//  - poisson: each of the client's n rows enters the round with probability K batch / n,
//    independently, in one of its K steps, each equally likely: a step uses `batch` rows on
//    average, and no row is used twice.
// Balls in bins fill epochs, which rounds do not end, and are StepBatches alone.
class RecordBatches {
 public:
  RecordBatches(Sampling scheme, std::int64_t K)
      : scheme_(scheme), steps_(static_cast<std::size_t>(K)) {}

  // Probability that a given one of `examples` rows is used in a round. Throws
  // std::invalid_argument if K batches of a Poisson sample would hold more rows than there are.
  static double rate(Sampling scheme, std::int64_t K, Index batch, Index examples) {
    const auto draws = static_cast<double>(K * batch), n = static_cast<double>(examples);
    if (scheme == Sampling::with_replacement) return -std::expm1(draws * std::log1p(-1 / n));
    if (scheme == Sampling::poisson && draws > n) {
      throw std::invalid_argument("poisson sampling: K batch is " + std::to_string(K) + " x " +
                                  std::to_string(batch) +
                                  ", more than the number of rows of a client (" +
                                  std::to_string(examples) + "): lower K or batch");
    }
    const bool all = scheme == Sampling::without_replacement &&
                     EpochBatches::permutations(K, batch, examples) > 1;
    return all ? 1 : draws / n;
  }

  // Begins the round that starts at `iteration` for that client and chain, with batches of at most
  // `examples` rows; without replacement, whole passes on request. Throws in the cases of rate().
  void start(const Random& random, std::int64_t iteration, Index client, Index chain,
             Index examples, Index batch, EpochBatches::Rest rest = EpochBatches::Rest::left_out) {
    step_ = 0;
    if (scheme_ == Sampling::without_replacement) {
      permuted_.start(random, iteration, client, chain, examples, batch, rest);
    } else if (scheme_ == Sampling::with_replacement) {
      draw_with_replacement(random, {{Role::minibatch, client}, iteration, chain}, examples, batch);
    } else {
      draw_poisson(random, {{Role::minibatch, client}, iteration, chain}, examples, batch);
    }
  }
  // The next step's rows, local to the client; valid until the next round.
  Rows next() {
    if (scheme_ == Sampling::without_replacement) return permuted_.next();
    const std::vector<std::int32_t>& rows = steps_[step_++];
    return {0, static_cast<Index>(rows.size()), rows.data(), 1};
  }

 private:
  struct Draw {
    Stream stream;
    std::int64_t iteration;
    Index chain;
  };

  void draw_with_replacement(const Random& random, const Draw& draw, Index examples, Index batch) {
    const auto count = static_cast<Index>(steps_.size()) * batch;
    const auto words = random_words(random, draw.stream, draw.iteration, draw.chain, count);
    auto word = words.begin();
    for (std::vector<std::int32_t>& rows : steps_) {
      rows.clear();
      for (Index i = 0; i < batch; ++i) {
        rows.push_back(static_cast<std::int32_t>(below(*word++, examples)));
      }
    }
  }
  void draw_poisson(const Random& random, const Draw& draw, Index examples, Index batch) {
    const auto K = static_cast<std::int64_t>(steps_.size());
    const double step_rate = rate(scheme_, K, batch, examples) / static_cast<double>(K);
    for (std::vector<std::int32_t>& rows : steps_) rows.clear();
    uniforms_.resize(examples, 1);
    random.uniform({draw.stream.role, draw.stream.client, draw.chain}, draw.iteration,
                   view(uniforms_));
    for (Index row = 0; row < examples; ++row) {
      const double place = uniforms_(row) / step_rate;  // the row's step, if it is below K
      if (place < static_cast<double>(K)) {
        steps_[static_cast<std::size_t>(place)].push_back(static_cast<std::int32_t>(row));
      }
    }
  }

  Sampling scheme_;
  std::size_t step_ = 0;
  EpochBatches permuted_;
  std::vector<std::vector<std::int32_t>> steps_;  // the rows of every step
  Eigen::MatrixXd uniforms_;
};

}  // namespace skald
