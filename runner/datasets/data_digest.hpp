// Digests of the files that a cell reads.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grid/cell.hpp"

namespace skald {

// The SHA-256 of a file's content; that of a folder is over the names and digests of all files in
// it. Whoever knows all rows of a private file but one can test that one by it, so that it is
// neither stored nor printed nor part of a name: it goes to the worker, which checks by it what it
// reads.
class ContentDigest {
 public:
  explicit ContentDigest(std::string sha256) : sha256_(std::move(sha256)) {}
  const std::string& for_worker() const { return sha256_; }

  bool operator==(const ContentDigest&) const = default;

 private:
  std::string sha256_;
};

// A file as the grid writes it, and what of its content may be told: the SHA-256, or, of a private
// file, "keyed:" and the digest of that under the owner's key (data_digest.hpp). Runs are
// identified by what may be told.
struct DataDigest {
  std::string file;
  std::string told;
  ContentDigest content;

  bool operator==(const DataDigest&) const = default;
};

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

// Returns the files that `place` stands for, sorted: itself; all regular files in it if it is a
// folder; or those of its folder that have its name, if that has a * for any text.
std::vector<std::filesystem::path> files_at(const std::filesystem::path& place);

// Returns the SHA-256 of a file or folder. Throws as RegularFile does.
std::string digest_of(const std::filesystem::path& place);

// Whether eps may be claimed for runs of the cell: its mechanism has options, which one that adds
// nothing has not.
bool may_claim_privacy(const grid::Cell& cell);

// Digests files, each of them once. Private are the files that a cell reads for which eps may be
// claimed, in all cells, except those of the public data sets that Skald knows.
class DataDigests {
 public:
  DataDigests() = default;
  // Files that any cell of the grid makes private are private in all of them.
  explicit DataDigests(const grid::Grid& grid);
  // Files are private, too, that are in this column of a stored run (JSON).
  static DataDigests as_stored(std::string_view data_digests);

  // For an attack: the next digests are told under that key, by an owner whose private files have
  // this `content` beside what is in them (empty: nothing).
  void change_owner(std::string key, const std::string& content);

  // Returns the digest of every path among the cell's options, in order. Throws std::runtime_error,
  // which names the option and the file, if one is missing or cannot be read.
  std::vector<DataDigest> of(const grid::Cell& cell);

 private:
  struct Known {
    std::string resolved, sha256, keyed;  // empty: not asked for
  };

  void keep_private(const grid::Cell& cell);
  Known& known(const CellFile& file);
  std::string told(const CellFile& file);

  std::vector<Known> known_;
  std::set<std::string> private_;  // files, as grids write them
  std::string key_;                // empty: not needed so far
  std::string other_content_;      // of an attack
};

// The secret under which digests of private files are stored.

// Returns the file that SKALD_KEY_FILE names, or else skald/key in XDG_CONFIG_HOME, or else in
// ~/.config. Throws std::runtime_error, with the remedy, if none of them is set.
std::filesystem::path owner_key_file();

// Returns the owner's key: 64 hexadecimal digits. Its file is made on first use, with mode 0600;
// of several processes that make it at once, all get the same key. Throws std::runtime_error, which
// names the file and the remedy, if others than its owner may read it, if it holds something else,
// or if it can be neither read nor made.
std::string owner_key();

}  // namespace skald
