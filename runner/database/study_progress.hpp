// The progress of the studies of a results database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stopping/rules.hpp"
#include "store/store_reader.hpp"

namespace skald {

struct StudyProgress {
  std::int64_t id = 0;
  std::string name;
  std::int64_t cells = 0;
  std::int64_t declared = 0;  // runs; the largest number possible if the results decide it
  bool is_open = false;       // whether the results decide it
  std::int64_t ended = 0;     // runs, the sum of the next three
  std::int64_t ok = 0, diverged = 0, failed = 0;
  std::string last_ended;  // empty: none
};

// Returns the progress of each study, in the order of declaration.
std::vector<StudyProgress> study_progress(const store::StoreReader& reader);

// Returns the remaining time of the study, in seconds at time `now`. The rate is that of the last
// runs, at most 200, that ended after `since`, a time as stored in the database. Returns nothing if
// fewer than two have ended since.
std::optional<double> seconds_left(const store::StoreReader& reader, const StudyProgress& study,
                                   const std::string& since, const std::string& now);

// The number of runs that a stored study declares, and what its results have decided.
struct DeclaredReplicates {
  stopping::Rules rules;
  std::int64_t cells = 0, reference_cells = 0;
  // Decided cells by reason, sorted by the name of the reason.
  std::vector<std::pair<std::string, std::int64_t>> decided;
  // The largest number of runs possible after these decisions, including reference runs.
  std::int64_t runs = 0;

  std::int64_t decided_cells() const;
};

// Returns the replicates of the study with this id, whose grid document is `document`.
DeclaredReplicates declared_replicates(const store::StoreReader& reader, std::int64_t study,
                                       const std::string& document);

// Same, for a study by name.
DeclaredReplicates declared_replicates(const store::StoreReader& reader, const std::string& study);

// Returns "limit 1, precise 3"; empty if nothing has been decided.
std::string decided_text(const DeclaredReplicates& replicates);

// Returns the caveat on means over numbers of replicates that the results have decided; empty
// otherwise.
std::string stopping_note(const DeclaredReplicates& replicates);

}  // namespace skald
