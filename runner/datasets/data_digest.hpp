// The content of the files that a cell reads.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "grid/cell.hpp"

namespace skald {

// A file as the grid writes it, and its SHA-256; a folder's is over the names and digests of all
// files in it.
using DataDigest = std::pair<std::string, std::string>;

// A file or folder that an option of a cell names.
struct CellFile {
  std::string option;  // "dataset.csv.path"
  options::FilePath path;
};

// All of a cell, in the order of its plugins and their options.
std::vector<CellFile> files_of(const grid::Cell& cell);

// Where it lies. Throws std::runtime_error that names the option and the file where there is none.
std::filesystem::path place_of(const CellFile& file);

// The files that it stands for, sorted: itself, or all regular files in a folder.
std::vector<std::filesystem::path> files_at(const std::filesystem::path& place);

// Throws as RegularFile does.
std::string digest_of(const std::filesystem::path& place);

// Digests files once each.
class DataDigests {
 public:
  // Of every path among the cell's options, in order. Throws std::runtime_error that names the
  // option and the file where one is missing or cannot be read.
  std::vector<DataDigest> of(const grid::Cell& cell);

 private:
  std::vector<std::pair<std::string, std::string>> known_;  // resolved path and digest
};

}  // namespace skald
