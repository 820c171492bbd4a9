// Pages of runs, read when they are asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "serve/study_view.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Which runs of a study are listed: the newest first, `kRunsOfPage` of them.
struct ListedRuns {
  std::string study;
  std::string status;                  // "failed": all without a result; empty: all
  std::optional<std::int64_t> before;  // rows before this one
};
inline constexpr int kRunsOfPage = 100;

// Throws std::invalid_argument for an unknown study or status.
LiveView runs_view(store::StoreReader& reader, std::size_t number, const ListedRuns& listed);

// Everything that made a run, and its results: what `skald show` prints, with its curves. Throws
// std::invalid_argument where there is no run of that (whole) hash.
LiveView run_view(store::StoreReader& reader, std::size_t number, const std::string& hash);

}  // namespace skald
