// The content of the files that a cell reads.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grid/cell.hpp"

namespace skald {

// A file as the grid writes it, and its SHA-256; a folder's is over the names and digests of all
// files in it.
using DataDigest = std::pair<std::string, std::string>;

// Digests files once each.
class DataDigests {
 public:
  // Of every path among the cell's options, in order. Throws std::runtime_error that names the
  // option and the file where one is missing or cannot be read.
  std::vector<DataDigest> of(const Cell& cell);

 private:
  std::vector<std::pair<std::string, std::string>> known_;  // resolved path and digest
};

}  // namespace skald
