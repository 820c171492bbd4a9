// The public data sets that Skald knows: the names of their files, their sources and checksums.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace skald::data {

struct KnownFile {
  const char* name;  // below the data folder: "mnist/train-images-idx3-ubyte.gz"
  std::uint64_t size;
  const char* sha256;
  const char* content_sha256;  // of the content of a gzip file; empty for other files
  const char* address;         // where it is fetched from; empty: not published in this form
  const char* member;  // its name in the archive at `address`; empty: that is the file itself
};

struct KnownSet {
  const char* name;  // as in `skald data fetch NAME`; also the folder's name
  const char* summary;
  const char* licence;
  std::span<const KnownFile> files;
};

std::span<const KnownSet> known_sets();
// Returns the set of that name, or null.
const KnownSet* find_known_set(std::string_view name);
// Returns the file of that name, with or without a leading "data:", or null.
const KnownFile* find_known_file(std::string_view path);

// Returns the SHA-256 of the uncompressed content.
std::string content_sum(const KnownFile& file);

// The location of the files of known data sets.

// The prefix of a path in a grid that is relative to the data folder.
inline constexpr std::string_view kDataPrefix = "data:";

// Returns SKALD_DATA_DIR, else XDG_DATA_HOME/skald, else ~/.local/share/skald.
std::filesystem::path data_folder();

// Returns the file or folder that a path in a grid refers to: a path that begins with "data:" is
// below the data folder, any other is taken as is. If there is no such file, but one with ".gz"
// appended to its name or removed from it, that one is returned.
std::string locate_data(std::string_view path);

}  // namespace skald::data
