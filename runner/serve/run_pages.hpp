// Pages of runs, read on request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "serve/study_view.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Selects the runs to list: the newest first, `kRunsOfPage` on a page.
struct ListedRuns {
  std::string study;
  std::string status;                  // "failed": all runs without a result; empty: all runs
  std::optional<std::int64_t> before;  // list runs with a smaller row id
};
inline constexpr int kRunsOfPage = 100;

// Throws std::invalid_argument for an unknown study or status.
LiveView runs_view(store::StoreReader& reader, std::size_t number, const ListedRuns& listed);

// Returns the page of a run: what `skald show` prints, and its curves. Throws std::invalid_argument
// if there is no run with this full hash.
LiveView run_view(store::StoreReader& reader, std::size_t number, const std::string& hash);

}  // namespace skald
