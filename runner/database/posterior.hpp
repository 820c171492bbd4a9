// Summaries of the draws that runs have kept.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "report/posterior/posterior_summary.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Returns the summary of the run with this full hash, of its first coefficients if all have more
// than `most` numbers together; nothing if it has kept no draws. Throws std::invalid_argument for
// too few draws, and store::DamagedError if the file of draws is not the one that the database
// records.
std::optional<report::PosteriorSummary> posterior_of(
    const store::StoreReader& reader, const std::string& hash,
    std::int64_t most = std::numeric_limits<std::int64_t>::max());

}  // namespace skald
