// The rows of one client that a single local step uses.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "skald/random.hpp"
#include "skald/release.hpp"
#include "skald/table.hpp"

namespace skald {

// Fresh rows for every step, independent of all other steps, by one of three schemes, or of a whole
// epoch:
//  - without_replacement: `batch` distinct rows, every set equally likely;
//  - with_replacement: `batch` independent draws from all rows;
//  - poisson: each of the n rows with probability batch / n, independently;
//  - balls_in_bins: the iterations from 0 on are epochs of t = n / batch steps, rounded down. In
//    every epoch each row picks one of them, uniformly and independently (Chua et al., 2025).
// For rounds of a single step, those of the first three are the rows of RecordBatches.
class StepBatches {
 public:
  explicit StepBatches(Sampling scheme) : scheme_(scheme) {}

  // The steps of an epoch of balls in bins; batch <= examples.
  static std::int64_t bins(Index batch, Index examples) { return examples / batch; }
  // How many rows a step uses on average.
  static double mean_rows(Sampling scheme, Index batch, Index examples) {
    if (scheme != Sampling::balls_in_bins) return static_cast<double>(batch);
    return static_cast<double>(examples) / static_cast<double>(bins(batch, examples));
  }

  // The rows of the client's step at that iteration, local to the client; valid until the next
  // draw. batch <= examples.
  Rows draw(const Random& random, std::int64_t iteration, Index client, Index chain, Index examples,
            Index batch) {
    const Stream stream{Role::minibatch, client, chain};
    if (scheme_ == Sampling::poisson)
      return draw_poisson(random, stream, iteration, examples, batch);
    if (scheme_ == Sampling::balls_in_bins) {
      return draw_bin(random, stream, iteration, examples, bins(batch, examples));
    }
    if (scheme_ == Sampling::without_replacement && batch == examples) {
      return Rows::range(0, examples);
    }
    words_.resize(static_cast<std::size_t>(batch));
    random.bits({Role::minibatch, client}, iteration, chain, words_);
    return scheme_ == Sampling::with_replacement ? any_rows(examples) : distinct_rows(examples);
  }

 private:
  static Rows first_of(const std::vector<std::int32_t>& rows, std::size_t count) {
    return {0, static_cast<Index>(count), rows.data(), 1};
  }
  Rows any_rows(Index examples) {
    rows_.clear();
    for (const std::uint64_t word : words_) {
      rows_.push_back(static_cast<std::int32_t>(below(word, examples)));
    }
    return first_of(rows_, rows_.size());
  }
  // The first draws of Fisher and Yates' shuffle.
  Rows distinct_rows(Index examples) {
    rows_.resize(static_cast<std::size_t>(examples));
    std::iota(rows_.begin(), rows_.end(), 0);
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const Index drawn = below(words_[i], examples - static_cast<Index>(i));
      std::swap(rows_[i], rows_[i + static_cast<std::size_t>(drawn)]);
    }
    return first_of(rows_, words_.size());
  }
  Rows draw_poisson(const Random& random, Stream stream, std::int64_t iteration, Index examples,
                    Index batch) {
    const double rate = static_cast<double>(batch) / static_cast<double>(examples);
    return chosen(random, stream, iteration, examples,
                  [rate](double uniform) { return uniform / rate < 1; });
  }
  // All steps of an epoch read the numbers of its first one.
  Rows draw_bin(const Random& random, Stream stream, std::int64_t iteration, Index examples,
                std::int64_t bins) {
    const std::int64_t bin = iteration % bins;
    return chosen(random, stream, iteration - bin, examples, [=](double uniform) {
      return static_cast<std::int64_t>(uniform * static_cast<double>(bins)) == bin;
    });
  }
  // The rows whose uniform number at that iteration is chosen.
  template <class IsChosen>
  Rows chosen(const Random& random, Stream stream, std::int64_t iteration, Index examples,
              IsChosen is_chosen) {
    uniforms_.resize(examples, 1);
    random.uniform(stream, iteration, view(uniforms_));
    rows_.reserve(static_cast<std::size_t>(examples));
    rows_.clear();
    for (Index row = 0; row < examples; ++row) {
      if (is_chosen(uniforms_(row))) rows_.push_back(static_cast<std::int32_t>(row));
    }
    return first_of(rows_, rows_.size());
  }

  Sampling scheme_;
  std::vector<std::int32_t> rows_;
  std::vector<std::uint64_t> words_;
  Eigen::MatrixXd uniforms_;
};

}  // namespace skald
