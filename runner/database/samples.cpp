#include "database/samples.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>
#include <system_error>

#include "engine/run_files.hpp"
#include "engine/sample_file.hpp"
#include "json/json.hpp"
#include "json/json_access.hpp"
#include "system/files.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSelect =
    "SELECT r.hash, CAST(a.content AS TEXT) FROM runs r JOIN artifacts a ON r.id = a.run WHERE "
    "a.name = ?";

std::vector<StoredSamples> select(const store::StoreReader& reader, const std::string& run) {
  std::vector<StoredSamples> all;
  const std::string name = kSamplesArtifact, sql = kSelect;
  const record::ResultTable found = run.empty() ? reader.select(sql + " ORDER BY r.id", name)
                                                : reader.select(sql + " AND r.hash = ?", name, run);
  for (const auto& row : found.rows) {
    StoredSamples samples;
    samples.run = std::get<std::string>(row[0]);
    samples.text = std::get<std::string>(row[1]);
    const json::JsonDocument json = json::parse_json(samples.text, "");
    if (json.readable) {
      samples.file = json::text_at(json.root, "file");
      samples.sha256 = json::text_at(json.root, "sha256");
    }
    all.push_back(std::move(samples));
  }
  return all;
}

// A link could lead to any file.
bool is_own_file(const fs::path& file) { return fs::is_regular_file(fs::symlink_status(file)); }

fs::path folder_of_draws(const store::StoreReader& reader, const StoredSamples& samples) {
  return sample_file(reader.file(), samples.run);
}

std::string told_without_run(std::size_t count) {
  return fmt::format("; {} more belong to no run of this database (skald prune removes them)",
                     count);
}

}  // namespace

std::vector<StoredSamples> stored_samples(const store::StoreReader& reader) {
  return select(reader, "");
}

std::optional<StoredSamples> stored_samples(const store::StoreReader& reader,
                                            const std::string& run) {
  const std::vector<StoredSamples> found = select(reader, run);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

store::DatabaseCheck check_samples(const store::StoreReader& reader) {
  const std::vector<StoredSamples> all = stored_samples(reader);
  std::size_t missing = 0, changed = 0;
  for (const StoredSamples& samples : all) {
    const fs::path file = folder_of_draws(reader, samples);
    if (!is_own_file(file)) {
      ++missing;
    } else if (file_sha256(file) != samples.sha256) {
      ++changed;
    }
  }
  if (missing + changed == 0) {
    const std::size_t more = samples_without_run(reader).size();
    return {"samples", true,
            fmt::format("{} files{}", all.size(), more == 0 ? "" : told_without_run(more))};
  }
  return {"samples", false,
          fmt::format("of {} files {} are missing and {} have changed; skald run --force makes "
                      "them again",
                      all.size(), missing, changed)};
}

std::vector<std::string> samples_without_run(const store::StoreReader& reader) {
  const fs::path folder = sample_folder(reader.file());
  std::vector<std::string> hashes;
  const std::set<std::string> under_way = run_hashes_in(folder, ".npy.draws");
  for (const std::string& hash : run_hashes_in(folder, ".npy")) {
    if (under_way.contains(hash)) continue;
    if (reader.select("SELECT 1 FROM runs WHERE hash = ?", hash).rows.empty())
      hashes.push_back(hash);
  }
  return hashes;
}

MergedSamples::MergedSamples(const store::StoreReader& from, const store::StoreReader& into) {
  for (StoredSamples& there : stored_samples(from)) {
    const fs::path source = folder_of_draws(from, there), here = folder_of_draws(into, there);
    const auto recorded = stored_samples(into, there.run);
    const bool is_here = fs::exists(here) && (recorded || file_sha256(here) == there.sha256);
    const bool is_other = recorded && recorded->sha256 != there.sha256;
    if (is_here || is_other || !fs::is_regular_file(source)) continue;
    make_folder(here.parent_path());
    const fs::path fresh = here.string() + ".new";
    if (copy_synced(source, fresh) != there.sha256) {
      fs::remove(fresh);
      continue;
    }
    fs::rename(fresh, here);
    copied_.push_back(std::move(there));
  }
  if (!copied_.empty()) sync_folder(sample_folder(into.file()));
}

std::size_t MergedSamples::keep_taken(const store::StoreReader& into) const {
  std::size_t kept = 0;
  for (const StoredSamples& samples : copied_) {
    if (stored_samples(into, samples.run)) {
      ++kept;
    } else {
      fs::remove(folder_of_draws(into, samples));
    }
  }
  return kept;
}

}  // namespace skald
