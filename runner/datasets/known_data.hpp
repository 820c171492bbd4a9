// The files of known data sets on this machine: which exist, and how to fetch the others.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "data/known_files.hpp"
#include "text/result.hpp"

namespace skald {

enum class FileState { missing, right };

// Returns whether the data folder has the file with the published bytes, or what is wrong with it.
// A gzip file may also be there uncompressed.
text::Result<FileState> state_of(const data::KnownFile& file, const std::filesystem::path& folder);

struct FetchOptions {
  std::filesystem::path folder;  // the data folder
  std::string from;              // folder or address to fetch from; empty: each file's own address
  std::function<void(const std::string&)> say;  // takes one line of progress
};

// Fetches every file of the set that is missing or wrong. A file appears under its name whole and
// with the right sum, or not at all; an interrupted download remains beside it as NAME.part. Throws
// std::runtime_error that names the file, what was found and what was expected.
void fetch(const data::KnownSet& set, const FetchOptions& options);

}  // namespace skald
