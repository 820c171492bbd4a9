// Digests of the files that a cell reads.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "grid/cell.hpp"

namespace skald {

// A file as the grid writes it, and its SHA-256. The SHA-256 of a folder is over the names and
// digests of all files in it.
using DataDigest = std::pair<std::string, std::string>;

// A file or folder that an option of a cell names.
struct CellFile {
  std::string option;  // "dataset.csv.path"
  options::FilePath path;
};

// Returns all files of a cell, in the order of its plugins and their options; those of `run` last.
std::vector<CellFile> files_of(const grid::Cell& cell);

// Returns the path on this machine. Throws std::runtime_error, which names the option and the file,
// if there is no such file.
std::filesystem::path place_of(const CellFile& file);

// Returns the files that `place` stands for, sorted: itself, or all regular files in it if it is a
// folder.
std::vector<std::filesystem::path> files_at(const std::filesystem::path& place);

// Returns the SHA-256 of a file or folder. Throws as RegularFile does.
std::string digest_of(const std::filesystem::path& place);

// Digests files, each of them once.
class DataDigests {
 public:
  // Returns the digest of every path among the cell's options, in order. Throws std::runtime_error,
  // which names the option and the file, if one is missing or cannot be read.
  std::vector<DataDigest> of(const grid::Cell& cell);

 private:
  std::vector<std::pair<std::string, std::string>> known_;  // resolved path and digest
};

}  // namespace skald
