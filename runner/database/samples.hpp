// The samples that runs have kept beside a results database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "store/database_check.hpp"
#include "store/store_reader.hpp"

namespace skald {

// What SampleFile::finish() says of an array.
struct SampleArray {
  std::vector<std::int64_t> shape;  // chains, draws, coordinates; empty: it says nothing
  std::string sha256;
};
SampleArray described_array(const std::string& text);

// What the database records of one run's samples. The file itself is in <database>.samples.
struct StoredSamples {
  std::string run;       // hash
  std::string identity;  // hash under which it was stored: that of `run`, unless it is a former
  std::string text;      // as returned by SampleFile::finish()
  SampleArray array;
};

std::vector<StoredSamples> stored_samples(const store::StoreReader& reader);
// As above, for one run.
std::optional<StoredSamples> stored_samples(const store::StoreReader& reader,
                                            const std::string& run);
// Returns where the array is expected. Throws store::DamagedError if the database records no digest
// of it.
std::filesystem::path file_of(const store::StoreReader& reader, const StoredSamples& samples);

// Checks whether every file exists with the recorded content.
store::DatabaseCheck check_samples(const store::StoreReader& reader);

// Returns the arrays beside the database that no run in it has: their runs were pruned, or belong
// to a database that had this name before. Arrays with draws beside them are not included: their
// runs are about to be stored.
std::vector<std::filesystem::path> samples_without_run(const store::StoreReader& reader);

// The draws that go with a merge. They are copied before it, so that a run that is there has its
// draws whatever happens in between.
class MergedSamples {
 public:
  // Copies the files of `from` that are not beside `into`, and syncs them. A file that no run of
  // `into` records is replaced unless it has the right content; if one has the name for which there
  // is another array, the copy has its name with the digest (see array_file()). Throws
  // std::runtime_error if one cannot be copied.
  MergedSamples(const store::StoreReader& from, const store::StoreReader& into);
  // To be called after the merge: removes the copies whose runs `into` has not taken. Returns how
  // many stay.
  std::size_t keep_taken(const store::StoreReader& into) const;

 private:
  std::vector<std::filesystem::path> copied_;
};

}  // namespace skald
