#include "cluster/part.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "database/open_database.hpp"
#include "database/samples.hpp"
#include "json/json_record.hpp"
#include "store/damage.hpp"
#include "store/store_reader.hpp"
#include "system/crash_point.hpp"
#include "system/files.hpp"
#include "text/number_text.hpp"
#include "text/sha256.hpp"

namespace skald {

namespace fs = std::filesystem;
namespace {

constexpr const char* kPartFormat = "skald_part";
constexpr std::int64_t kPartVersion = 1;

// Whether the name stays below the folder that it is relative to.
bool is_below(const fs::path& name) {
  if (name.empty() || name.is_absolute()) return false;
  return std::none_of(name.begin(), name.end(), [](const fs::path& word) { return word == ".."; });
}

// A side file would be applied to the database when it is opened.
std::optional<std::string> side_file(const fs::path& folder) {
  for (const char* suffix : {"-wal", "-journal", "-shm"}) {
    const std::string name = std::string(kPartDatabase) + suffix;
    std::error_code error;
    if (fs::exists(fs::symlink_status(folder / name, error))) return name;
  }
  return std::nullopt;
}

// Whether nothing can be reached by that name, and why.
std::optional<PartFault> missing(const fs::path& place, const std::string& name) {
  std::error_code error;
  if (fs::exists(fs::status(place, error))) return std::nullopt;
  const bool is_absent = error == std::errc::no_such_file_or_directory || !error;
  return PartFault{name + (is_absent ? " is missing" : " cannot be read: " + error.message()),
                   false};
}

std::optional<PartFault> fault_of(const PartFile& file, const fs::path& folder) {
  if (auto fault = missing(folder / file.name, file.name)) return fault;
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(folder / file.name, error);
  if (error) return PartFault{file.name + " cannot be read: " + error.message(), false};
  if (bytes < file.bytes) {
    return PartFault{
        fmt::format("{} has {} of {}", file.name, bytes, text::counted(file.bytes, "byte")), false};
  }
  if (bytes == file.bytes && file_sha256(folder / file.name) == file.sha256) return std::nullopt;
  return PartFault{file.name + " is not as it was published: it is damaged, or another file", true};
}

}  // namespace

fs::path parts_folder(const fs::path& database) { return folder_beside(database, ".parts"); }

fs::path collected_folder(const fs::path& parts) { return parts / "collected"; }

std::vector<fs::path> parts_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with('.') || entry->path() == collected_folder(folder)) continue;
    std::error_code unknown;
    if (name.starts_with("share-") || entry->is_directory(unknown)) found.push_back(entry->path());
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    throw std::runtime_error(folder.string() +
                             " cannot be read as a folder of parts: " + error.message());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string PartFile::fault() const {
  return is_below(name) ? "" : "the file \"" + name + "\" is not below it";
}

std::string write_part(const Part& part) {
  return json::versioned_text(kPartFormat, kPartVersion, part);
}

text::Result<Part, PartFault> read_part(const fs::path& folder) {
  if (auto fault = missing(folder, "it")) return text::no_value(*std::move(fault));
  std::error_code unknown;
  if (!fs::is_directory(folder, unknown)) {
    return text::no_value(PartFault{"it is no folder, as a part is", false});
  }
  if (auto fault = missing(folder / kPartManifest, kPartManifest)) {
    return text::no_value(*std::move(fault));
  }
  try {
    return json::read_versioned<Part>(
        files::read_regular_file(folder / kPartManifest, json::kJsonMaximumBytes), kPartFormat,
        kPartVersion);
  } catch (const json::JsonError& e) {
    return text::no_value(PartFault{std::string(kPartManifest) + ": " + e.what(), true});
  } catch (const std::exception& e) {
    return text::no_value(PartFault{e.what(), false});
  }
}

std::optional<PartFault> fault_of(const Part& part, const fs::path& folder) {
  if (const auto name = side_file(folder)) {
    return PartFault{*name + " does not belong to it: another program has opened it for writing",
                     true};
  }
  for (const PartFile& file : part.files) {
    try {
      if (auto fault = fault_of(file, folder)) return fault;
    } catch (const std::exception& e) {  // as of a file that may not be read
      return PartFault{e.what(), false};
    }
  }
  return std::nullopt;
}

namespace fs = std::filesystem;
namespace {

// Moves the part into the folder of those that have been collected. If one of this name is there,
// since it has come a second time, it gets a number.
void set_aside(const fs::path& part, const fs::path& folder) {
  make_folder(folder);
  fs::path target = folder / part.filename();
  for (int again = 2; fs::exists(target); ++again) {
    target = folder / fmt::format("{}.again-{}", part.filename().string(), again);
  }
  fs::rename(part, target);
  crash_point(CrashPoint::part_moved);
  sync_folder(folder);
  sync_folder(part.parent_path());
}

}  // namespace

Collector::Collector(fs::path database, fs::path parts, bool allow_network_file_system)
    : database_(std::move(database)),
      parts_(std::move(parts)),
      allow_network_file_system_(allow_network_file_system) {}

CollectRound Collector::round(const std::function<bool()>& is_to_stop) {
  CollectRound round;
  std::optional<store::Store> store;  // holds the write lock as long as there are parts to merge
  for (const fs::path& folder : parts_in(parts_)) {
    if (is_to_stop()) break;
    if (auto fault = take(folder, store, round))
      round.refused.push_back({folder, *std::move(fault)});
  }
  return round;
}

std::optional<PartFault> Collector::take(const fs::path& folder, std::optional<store::Store>& store,
                                         CollectRound& round) {
  const auto part = read_part(folder);
  if (!part) return part.reason();
  if (auto fault = fault_of(*part, folder)) return fault;
  if (auto fault = other_grid(*part)) return fault;
  Collected collected{folder, {}, 0};
  if (!store) store.emplace(open_store(database_.string(), allow_network_file_system_));
  const MergedSamples samples(open_reader((folder / kPartDatabase).string()),
                              open_reader(database_.string()));
  crash_point(CrashPoint::part_copied_draws);
  try {
    collected.report = store->merge(folder / kPartDatabase, store::MergeRule::all_or_nothing);
  } catch (const store::DamagedError& e) {
    samples.keep_taken(open_reader(database_.string()));
    return PartFault{e.what(), true};
  } catch (const std::invalid_argument& e) {
    samples.keep_taken(open_reader(database_.string()));
    return PartFault{e.what(), false};
  }
  crash_point(CrashPoint::part_merged);
  collected.arrays = samples.keep_taken(open_reader(database_.string()));
  store->shrink_journal(0);
  crash_point(CrashPoint::part_settled);
  set_aside(folder, collected_folder(parts_));
  round.collected.push_back(std::move(collected));
  return std::nullopt;
}

std::map<std::string, std::string> Collector::documents() const {
  std::map<std::string, std::string> sums;
  std::error_code error;
  if (!fs::exists(database_, error) || fs::file_size(database_, error) == 0) return sums;
  const store::StoreReader reader(database_);
  store::Statement studies = reader.connection().prepare("SELECT name, document FROM studies");
  while (studies.step()) sums.emplace(studies.text(0), text::sha256(studies.text(1)));
  return sums;
}

std::optional<PartFault> Collector::other_grid(const Part& part) const {
  const auto declared = documents();
  const auto known = declared.find(part.grid);
  if (known == declared.end() || known->second == part.document) return std::nullopt;
  return PartFault{fmt::format("its runs are those of another version of the grid {} than the one "
                               "that {} declares; skald run or skald plan with the present grid "
                               "says what is missing, skald merge takes the runs all the same",
                               part.grid, database_.string()),
                   false};
}

std::vector<ShareProgress> Collector::progress() {
  std::map<std::pair<std::string, std::size_t>, std::map<std::size_t, const Part*>> best;
  const auto declared = documents();
  for (const fs::path& folder : parts_in(collected_folder(parts_))) {
    if (!known_.contains(folder)) {
      if (auto part = read_part(folder)) known_.emplace(folder, *std::move(part));
    }
    const auto part = known_.find(folder);
    if (part == known_.end()) continue;
    const Part& found = part->second;
    const auto study = declared.find(found.grid);
    if (study == declared.end() || study->second != found.document) continue;
    const Part*& share = best[{found.grid, found.share.of}][found.share.index];
    const auto rank = [](const Part& p) { return std::pair(p.is_complete, p.ended); };
    if (share == nullptr || rank(found) > rank(*share)) share = &found;
  }
  std::vector<ShareProgress> list;
  for (const auto& [group, shares] : best) {
    ShareProgress progress{group.first, group.second, {}, {}, 0};
    for (std::size_t i = 1; i <= progress.of; ++i) {
      const auto share = shares.find(i);
      if (share == shares.end()) {
        progress.missing.push_back(i);
      } else if (share->second->is_complete) {
        ++progress.complete;
      } else {
        progress.incomplete.emplace(i, *share->second);
      }
    }
    list.push_back(std::move(progress));
  }
  return list;
}

}  // namespace skald
