// Summaries of the draws that runs have kept.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "database/named_draws.hpp"
#include "report/posterior/posterior_summary.hpp"
#include "store/store_reader.hpp"

namespace skald {

// On the run's scale, and on the data's own if that is another.
struct RunPosterior {
  report::PosteriorSummary theta;
  std::optional<report::PosteriorSummary> on_data_scale;
};

// Summarises the first coefficients if all have more than `most` numbers together; then there is no
// summary on the data's scale, whose intercepts need all. Throws std::invalid_argument for too few
// draws.
RunPosterior summarise(const NamedDraws& draws,
                       std::int64_t most = std::numeric_limits<std::int64_t>::max());

// Returns the summary of the run with this full hash; nothing if it has kept no draws. Throws as
// above, and as read_named_draws() does.
std::optional<RunPosterior> posterior_of(
    const store::StoreReader& reader, const std::string& hash,
    std::int64_t most = std::numeric_limits<std::int64_t>::max());

}  // namespace skald
