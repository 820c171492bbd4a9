// Compares the draws of a run that was done again with those that it left.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "store/store_reader.hpp"

namespace skald {

// What `rerun` has found out about draws.
struct DrawsAgain {
  std::string difference;  // "": bit for bit those that the database records
  std::string note;        // what could not be compared; "": nothing
};

// Compares the array that was made again, in `file`, and what SampleFile::finish() said of it, with
// what the database records of the run, and with the array beside the database. A run that kept no
// draws has neither difference nor note.
DrawsAgain compare_draws(const store::StoreReader& reader, const std::string& hash,
                         const std::filesystem::path& file, const std::string& samples);

}  // namespace skald
