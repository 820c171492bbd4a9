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

// What the database records of one run's samples; the file is in <database>.samples.
struct StoredSamples {
  std::string run;   // hash
  std::string text;  // as SampleFile::finish() gave it
  std::string file;  // name
  std::string sha256;
};

std::vector<StoredSamples> stored_samples(const store::StoreReader& reader);
// Of one run.
std::optional<StoredSamples> stored_samples(const store::StoreReader& reader,
                                            const std::string& run);

// Whether every file is there with the content that was recorded.
store::DatabaseCheck check_samples(const store::StoreReader& reader);

// The hashes of the runs whose arrays lie beside the database and that it does not have: others
// were stored in their places, or a database that had its name before has them. Those that are on
// their way into it, whose draws lie beside the array, are left out.
std::vector<std::string> samples_without_run(const store::StoreReader& reader);

// Copies the files that `into`, after a merge, records and does not have beside it. Returns how
// many; throws std::runtime_error where one cannot be copied.
std::size_t copy_samples(const store::StoreReader& from, const store::StoreReader& into);

}  // namespace skald
