// The number of runs that a stored study declares, and what its results have decided.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "stopping/rules.hpp"
#include "store/store_reader.hpp"

namespace skald {

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
