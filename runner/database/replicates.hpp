// How many runs a stored study declares, and what its results have decided of that.
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
  // By reason: decided cells and the replicates that decided them, in the order of the words.
  std::vector<std::pair<std::string, std::int64_t>> decided;
  // The most that there can be after these decisions, reference runs included.
  std::int64_t runs = 0;

  std::int64_t decided_cells() const;
};

// Of the study with this id, whose grid document is `document`.
DeclaredReplicates declared_replicates(const store::StoreReader& reader, std::int64_t study,
                                       const std::string& document);

// Same, of a study by name.
DeclaredReplicates declared_replicates(const store::StoreReader& reader, const std::string& study);

// "limit 1, precise 3"; empty if nothing is decided.
std::string decided_text(const DeclaredReplicates& replicates);

// What a reader of means should know if the results have decided their numbers of replicates; empty
// otherwise.
std::string stopping_note(const DeclaredReplicates& replicates);

}  // namespace skald
