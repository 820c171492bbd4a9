// Rows of a table on their way to memory or to a file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skald/table.hpp"

namespace skald {

// Takes the rows of a table whose shape is known, each once, in any order.
class RowSink {
 public:
  virtual ~RowSink() = default;
  // The rows from number `first` on: one column of features, a target and a group each.
  virtual void put(Index first, ConstBlock features, std::span<const double> target,
                   std::span<const std::int32_t> group) = 0;
};

// Consecutive rows, which are collected and passed on in blocks.
class RowStream {
 public:
  static constexpr Index kMost = 512;  // rows of a block

  // Room for some rows.
  struct Rows {
    Block features;
    std::span<double> target;
    std::span<std::int32_t> group;
  };

  // The stream begins with row `first`. The sink outlives the stream.
  RowStream(RowSink& sink, Index first, Index features)
      : sink_(sink),
        first_(first),
        features_(features, kMost),
        target_(static_cast<std::size_t>(kMost)),
        group_(static_cast<std::size_t>(kMost)) {}

  // Returns room for the next `count` rows, at most kMost, which is to be filled before the next
  // call of either function.
  Rows next(Index count) {
    if (count_ + count > kMost) flush();
    const auto at = static_cast<std::size_t>(count_), size = static_cast<std::size_t>(count);
    count_ += count;
    return {view(features_).columns(count_ - count, count), std::span(target_).subspan(at, size),
            std::span(group_).subspan(at, size)};
  }
  // Passes on what there is; to be called at the end.
  void flush() {
    const auto size = static_cast<std::size_t>(count_);
    sink_.put(first_, view(features_).columns(0, count_), std::span(target_).first(size),
              std::span(group_).first(size));
    first_ += count_;
    count_ = 0;
  }

 private:
  RowSink& sink_;
  Index first_, count_ = 0;
  Eigen::MatrixXd features_;
  std::vector<double> target_;
  std::vector<std::int32_t> group_;
};

}  // namespace skald
