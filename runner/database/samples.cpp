#include "database/samples.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "engine/sample_file.hpp"
#include "json/json.hpp"
#include "json/json_access.hpp"
#include "system/files.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSelect =
    "SELECT r.hash, CAST(a.content AS TEXT) FROM artifacts a JOIN runs r ON r.id = a.run WHERE "
    "a.name = ? AND (r.hash = ? OR ? = '') ORDER BY r.id";

std::vector<StoredSamples> select(const StoreReader& reader, const std::string& run) {
  std::vector<StoredSamples> all;
  for (const auto& row : reader.select(kSelect, std::string(kSamplesArtifact), run, run).rows) {
    StoredSamples samples;
    samples.run = std::get<std::string>(row[0]);
    samples.text = std::get<std::string>(row[1]);
    const JsonDocument json = parse_json(samples.text, "");
    if (json.readable) {
      samples.file = text_at(json.root, "file");
      samples.sha256 = text_at(json.root, "sha256");
    }
    all.push_back(std::move(samples));
  }
  return all;
}

fs::path place_of(const StoreReader& reader, const StoredSamples& samples) {
  return sample_file(reader.file(), samples.run);
}

}  // namespace

std::vector<StoredSamples> stored_samples(const StoreReader& reader) { return select(reader, ""); }

std::optional<StoredSamples> stored_samples(const StoreReader& reader, const std::string& run) {
  const std::vector<StoredSamples> found = select(reader, run);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

DatabaseCheck check_samples(const StoreReader& reader) {
  const std::vector<StoredSamples> all = stored_samples(reader);
  std::size_t missing = 0, changed = 0;
  for (const StoredSamples& samples : all) {
    const fs::path file = place_of(reader, samples);
    if (!fs::is_regular_file(file)) {
      ++missing;
    } else if (file_sha256(file) != samples.sha256) {
      ++changed;
    }
  }
  if (missing + changed == 0) return {"samples", true, fmt::format("{} files", all.size())};
  return {"samples", false,
          fmt::format("of {} files {} are missing and {} have changed; skald run --force makes "
                      "them again",
                      all.size(), missing, changed)};
}

std::size_t copy_samples(const StoreReader& from, const StoreReader& into) {
  std::size_t copied = 0;
  for (const StoredSamples& samples : stored_samples(into)) {
    const fs::path here = place_of(into, samples), there = place_of(from, samples);
    if (fs::exists(here) || !fs::is_regular_file(there) || file_sha256(there) != samples.sha256) {
      continue;
    }
    const fs::path fresh = here.string() + ".new";
    fs::create_directories(here.parent_path());
    fs::copy_file(there, fresh, fs::copy_options::overwrite_existing);
    fs::rename(fresh, here);
    ++copied;
  }
  return copied;
}

}  // namespace skald
