// The minibatches of one client in one round of federated optimisation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "skald/random.hpp"
#include "skald/table.hpp"

namespace skald {

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

}  // namespace skald
