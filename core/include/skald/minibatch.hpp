// Minibatches: distinct rows of a client, drawn anew for each chain and iteration.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "skald/problem.hpp"
#include "skald/random.hpp"

namespace skald {

// Whether a minibatch of that many rows holds all rows of its client, for every client.
inline bool takes_all_rows(const Problem& problem, std::optional<std::int64_t> batch) {
  for (Index c = 0; c < problem.clients(); ++c) {
    if (batch && *batch < problem.examples(c)) return false;
  }
  return true;
}

// Draws `batch` distinct rows of a client uniformly, independently for every chain, in O(batch). A
// client with at most `batch` rows uses all of them; if no batch is given, so does every client.
class Minibatch {
 public:
  explicit Minibatch(std::optional<std::int64_t> batch) : batch_(batch) {}

  void start(const Problem& problem, Index chains) {
    if (!batch_) return;
    const Index rows = problem.examples(Problem::everyone);
    const Index batch = std::min<Index>(*batch_, rows);
    uniforms_.resize(batch, chains);
    index_.resize(static_cast<std::size_t>(batch * chains));
    taken_.assign(static_cast<std::size_t>(rows), 0);
  }
  bool full(const Problem& problem, Index client) const {
    return !batch_ || *batch_ >= problem.examples(client);
  }
  // Returns the rows for iteration k, valid until the next draw. `first_chain` is the run's chain
  // that the first column of the block stands for.
  Rows draw(const Random& random, std::int64_t k, const Problem& problem, Index client,
            Index first_chain = 0) {
    const Index examples = problem.examples(client);
    if (full(problem, client)) return Rows::range(0, examples);
    random.uniform({Role::minibatch, client, first_chain}, k, view(uniforms_));
    const Index batch = uniforms_.rows();
    for (Index j = 0; j < uniforms_.cols(); ++j) choose(j, examples, batch);
    return {0, batch, index_.data(), uniforms_.cols()};
  }

 private:
  // Chooses distinct rows for chain j by Floyd's algorithm, every subset equally likely.
  void choose(Index j, Index examples, Index batch) {
    std::int32_t* chosen = index_.data() + j * batch;
    for (Index i = 0; i < batch; ++i) {
      const Index last = examples - batch + i;
      auto row = static_cast<Index>(uniforms_(i, j) * static_cast<double>(last + 1));
      if (taken_[static_cast<std::size_t>(row)]) row = last;
      taken_[static_cast<std::size_t>(row)] = 1;
      chosen[i] = static_cast<std::int32_t>(row);
    }
    for (Index i = 0; i < batch; ++i) taken_[static_cast<std::size_t>(chosen[i])] = 0;
  }

  std::optional<std::int64_t> batch_;
  Eigen::MatrixXd uniforms_;
  std::vector<std::int32_t> index_;
  std::vector<std::uint8_t> taken_;
};

}  // namespace skald
