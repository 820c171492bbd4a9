#include "cluster/part.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <system_error>

#include "json/json_record.hpp"
#include "system/files.hpp"
#include "text/number_text.hpp"

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

}  // namespace skald
