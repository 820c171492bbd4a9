// The public data sets that Skald knows: what their files are called, where they come from, and
// what is in them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace skald::data {

struct KnownFile {
  const char* name;  // below the data folder: "mnist/train-images-idx3-ubyte.gz"
  std::uint64_t size;
  const char* sha256;
  const char* content_sha256;  // of the content of a gzip file; "" for other files
  const char* address;         // where it is fetched from; "": not published in this form
  const char* member;          // its name in the archive at `address`; "": that is the file itself
};

struct KnownSet {
  const char* name;  // as in `skald data fetch NAME`; also that of the folder
  const char* summary;
  const char* licence;
  std::span<const KnownFile> files;
};

std::span<const KnownSet> known_sets();
// The set of that name, or null.
const KnownSet* find_known_set(std::string_view name);
// The file of that name, "data:" before it or not, or null.
const KnownFile* find_known_file(std::string_view path);

// SHA-256 of the uncompressed content.
std::string content_sum(const KnownFile& file);

}  // namespace skald::data
