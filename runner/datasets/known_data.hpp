// The files of known data sets on this machine: what is there, and how the rest is brought.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "data/known_files.hpp"
#include "text/result.hpp"

namespace skald {

enum class FileState { missing, right };

// Whether the file lies in the data folder with the bytes that were published; a gzip file may also
// lie there uncompressed. Or what is wrong with it.
text::Result<FileState> state_of(const data::KnownFile& file, const std::filesystem::path& folder);

struct FetchOptions {
  std::filesystem::path folder;  // the data folder
  std::string from;              // a folder or an address to fetch from; empty: the files' own
  std::function<void(const std::string&)> say;  // one line of progress
};

// Brings every file of the set that is missing or wrong. A file appears under its name whole and
// with the right sum, or not at all; what has come of an interrupted download stays beside it as
// NAME.part. Throws std::runtime_error that names file, found and expected.
void fetch(const data::KnownSet& set, const FetchOptions& options);

}  // namespace skald
