// A copy of a database for others, with what eps covers and nothing else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/store_reader.hpp"

namespace skald::store {

// What of a run's rows is covered; the store itself does not know.
struct Covered {
  std::span<const std::string_view> events;  // the kinds whose texts are
  // The series that are not, by the run's statement (its event `privacy`); nothing: that does not
  // say so, and the run is left out.
  std::function<std::optional<std::vector<std::string>>(std::string_view statement)> uncovered;
  std::function<std::string(std::string_view document)> document;  // of a study, without its seeds
  std::function<std::string(std::string_view plugins)> plugins;    // without where they lay
};

struct PublishedRuns {
  std::int64_t runs = 0, left_out = 0;
};

// Writes `out`, which must not exist. It has the runs with a result and a finite eps that the
// database shows now, and of them the covered series, costs and events. There are no files'
// digests, seeds, times, machines, artifacts, vectors, audits, decisions and former documents in
// it; hashes of runs are drawn anew, so that they tell nothing and nobody finds the original by
// them. The database is only read. Throws std::runtime_error, and leaves no file behind, if the
// copy cannot be made.
PublishedRuns write_published(const StoreReader& reader, const std::filesystem::path& out,
                              const Covered& covered);

}  // namespace skald::store
