// Cells of jobs, read once: replicates of a cell come with the same text.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "grid/canonical.hpp"

namespace skald {

class ReadCells {
 public:
  // Returns grid::read_cell(text), valid until the next call.
  const grid::Cell& of(const std::string& text) {
    if (cells_.size() == kMost && !cells_.contains(text)) cells_.clear();
    const auto found = cells_.find(text);
    return found != cells_.end() ? found->second
                                 : cells_.emplace(text, grid::read_cell(text)).first->second;
  }

 private:
  static constexpr std::size_t kMost = 100;

  std::unordered_map<std::string, grid::Cell> cells_;
};

}  // namespace skald
