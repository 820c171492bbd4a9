#include "database/samples.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <system_error>

#include "engine/checkpoint_file.hpp"
#include "engine/sample_file.hpp"
#include "json/json.hpp"
#include "store/damage.hpp"
#include "system/files.hpp"
#include "text/file_word.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSelect =
    "SELECT r.hash, coalesce(r.former_of, r.hash), CAST(a.content AS TEXT) FROM runs r"
    " JOIN artifacts a ON r.id = a.run WHERE a.name = ?";

std::vector<StoredSamples> select(const store::StoreReader& reader, const std::string& run) {
  std::vector<StoredSamples> all;
  const std::string name = kSamplesArtifact, sql = kSelect;
  const record::ResultTable found = run.empty() ? reader.select(sql + " ORDER BY r.id", name)
                                                : reader.select(sql + " AND r.hash = ?", name, run);
  for (const auto& row : found.rows) {
    StoredSamples samples;
    samples.run = std::get<std::string>(row[0]);
    samples.identity = std::get<std::string>(row[1]);
    samples.text = std::get<std::string>(row[2]);
    samples.array = described_array(samples.text);
    all.push_back(std::move(samples));
  }
  return all;
}

// A link could lead to any file.
bool is_own_file(const fs::path& file) { return fs::is_regular_file(fs::symlink_status(file)); }

std::string told_without_run(std::size_t count) {
  return fmt::format("; {} more belong to no run of this database (skald prune removes them)",
                     count);
}

}  // namespace

SampleArray described_array(const std::string& text) {
  SampleArray array;
  const json::JsonDocument json = json::parse_json(text, "");
  if (!json.readable) return array;
  array.sha256 = json::text_at(json.root, "sha256");
  for (const json::JsonValue& length :
       json::member_at(json.root, "shape", json::JsonValue::Kind::array).items) {
    array.shape.push_back(text::to_integer(length.text).value_or(0));
  }
  return array;
}

std::vector<StoredSamples> stored_samples(const store::StoreReader& reader) {
  return select(reader, "");
}

std::optional<StoredSamples> stored_samples(const store::StoreReader& reader,
                                            const std::string& run) {
  const std::vector<StoredSamples> found = select(reader, run);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

fs::path file_of(const store::StoreReader& reader, const StoredSamples& samples) {
  if (!text::FileWord::is_one(samples.array.sha256)) {
    throw store::DamagedError(fmt::format("run {}: its artifact \"{}\" has no SHA-256",
                                          samples.run.substr(0, 12), kSamplesArtifact));
  }
  return array_file(reader.file(), samples.identity, samples.array.sha256);
}

store::DatabaseCheck check_samples(const store::StoreReader& reader) {
  const std::vector<StoredSamples> all = stored_samples(reader);
  std::size_t missing = 0, changed = 0;
  for (const StoredSamples& samples : all) {
    const fs::path file = file_of(reader, samples);
    if (!is_own_file(file)) {
      ++missing;
    } else if (file_sha256(file) != samples.array.sha256) {
      ++changed;
    }
  }
  if (missing + changed == 0) {
    const std::size_t more = samples_without_run(reader).size();
    return {"samples", true,
            fmt::format("{}{}", text::counted(all.size(), "file"),
                        more == 0 ? "" : told_without_run(more))};
  }
  return {"samples", false,
          fmt::format("of {} {} are missing and {} have changed; skald run --force makes "
                      "them again",
                      text::counted(all.size(), "file"), missing, changed)};
}

std::vector<fs::path> samples_without_run(const store::StoreReader& reader) {
  const fs::path folder = sample_folder(reader.file());
  std::set<fs::path> recorded;
  for (const StoredSamples& samples : stored_samples(reader))
    recorded.insert(file_of(reader, samples));
  const std::set<std::string> under_way = run_hashes_in(folder, ".npy.draws");
  std::vector<fs::path> files;
  for (const auto& [hash, file] : run_files_in(folder, ".npy"))
    if (!under_way.contains(hash) && !recorded.contains(file)) files.push_back(file);
  return files;
}

MergedSamples::MergedSamples(const store::StoreReader& from, const store::StoreReader& into) {
  std::multimap<std::string, std::string> recorded;  // digests, by identity
  for (const StoredSamples& here : stored_samples(into))
    recorded.emplace(here.identity, here.array.sha256);
  for (const StoredSamples& there : stored_samples(from)) {
    const auto [first, last] = recorded.equal_range(there.identity);
    const bool is_recorded = std::any_of(
        first, last, [&](const auto& known) { return known.second == there.array.sha256; });
    const fs::path source = file_of(from, there);
    fs::path here = file_of(into, there);
    if (fs::exists(here) && (is_recorded || file_sha256(here) == there.array.sha256)) continue;
    if (!is_own_file(source)) continue;
    if (first != last && !is_recorded) here = array_that_made_way(here, there.array.sha256);
    make_folder(here.parent_path());
    const fs::path fresh = here.string() + ".new";
    if (copy_synced(source, fresh) != there.array.sha256) {
      fs::remove(fresh);
      continue;
    }
    fs::rename(fresh, here);
    copied_.push_back(here);
  }
  if (!copied_.empty()) sync_folder(sample_folder(into.file()));
}

std::size_t MergedSamples::keep_taken(const store::StoreReader& into) const {
  if (copied_.empty()) return 0;
  std::set<fs::path> recorded;
  for (const StoredSamples& samples : stored_samples(into)) recorded.insert(file_of(into, samples));
  std::size_t kept = 0;
  for (const fs::path& file : copied_) {
    if (recorded.contains(file)) {
      ++kept;
    } else {
      fs::remove(file);
    }
  }
  return kept;
}

}  // namespace skald
