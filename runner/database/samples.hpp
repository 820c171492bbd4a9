// The samples that runs have kept beside a results database.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "store/database_check.hpp"
#include "store/store_reader.hpp"

namespace skald {

// What the database records of one run's samples. The file itself is in <database>.samples.
struct StoredSamples {
  std::string run;   // hash
  std::string text;  // as returned by SampleFile::finish()
  std::string file;  // name of the file
  std::string sha256;
};

std::vector<StoredSamples> stored_samples(const store::StoreReader& reader);
// As above, for one run.
std::optional<StoredSamples> stored_samples(const store::StoreReader& reader,
                                            const std::string& run);

// Checks whether every file exists with the recorded content.
store::DatabaseCheck check_samples(const store::StoreReader& reader);

// Returns the hashes of the arrays beside the database whose runs are not in it: they were replaced
// by other runs, or belong to a database that had this name before. Arrays with draws beside them
// are not included: their runs are about to be stored.
std::vector<std::string> samples_without_run(const store::StoreReader& reader);

// Copies the files of `from` that `into` records, after a merge, but does not have beside it, and
// syncs them. Returns their number. Throws std::runtime_error if one cannot be copied.
std::size_t copy_samples(const store::StoreReader& from, const store::StoreReader& into);

}  // namespace skald
