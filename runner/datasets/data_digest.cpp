#include "datasets/data_digest.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "data/data_folder.hpp"
#include "data/known_files.hpp"
#include "options/kind.hpp"
#include "system/files.hpp"
#include "text/nearest.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

// Whether the path is that of a known file, as fetched or unpacked, or of a folder of such files.
bool is_fetched(const std::string& path, const data::KnownSet& set) {
  return std::any_of(set.files.begin(), set.files.end(), [&](const data::KnownFile& file) {
    const std::string_view name = file.name;
    return name == path || name == path + ".gz" || name.starts_with(path + "/");
  });
}

// Returns the remedy for a path below the data folder, whose first part may be a set that can be
// fetched.
std::string remedy_below_data(const std::string& path) {
  const std::string word = path.substr(0, path.find('/'));
  if (const data::KnownSet* set = data::find_known_set(word)) {
    if (is_fetched(path, *set)) return "skald data fetch " + word + " brings it";
    return "the data set " + word + " has no such file: skald data info " + word +
           " names those that it has";
  }
  std::vector<std::string> names;
  for (const data::KnownSet& set : data::known_sets()) names.emplace_back(set.name);
  const auto meant = text::nearest(word, names);
  return "skald data fetch knows no data set " + word +
         (meant ? "; did you mean " + *meant + "?" : ": bring it there yourself");
}

std::string remedy(std::string_view written) {
  if (!written.starts_with(data::kDataPrefix)) return "paths are relative to the grid's folder";
  return remedy_below_data(std::string(written.substr(data::kDataPrefix.size()))) +
         ", and SKALD_DATA_DIR names the data folder";
}

}  // namespace

std::vector<CellFile> files_of(const grid::Cell& cell) {
  std::vector<CellFile> files;
  for (const grid::PluginChoice& choice : cell.all_plugins()) {
    const std::string owner =
        std::string(options::name_of(choice.kind)) + "." + choice.plugin + ".";
    for (const auto& [name, value] : choice.options) {
      if (const auto* path = std::get_if<options::FilePath>(&value))
        files.push_back({owner + name, *path});
    }
  }
  for (const auto& [name, value] : cell.run) {
    if (const auto* path = std::get_if<options::FilePath>(&value))
      files.push_back({"run." + name, *path});
  }
  return files;
}

fs::path place_of(const CellFile& file) {
  fs::path place = data::locate_data(file.path.resolved);
  if (fs::exists(place)) return place;
  throw std::runtime_error(file.option + ": there is no file \"" + file.path.written +
                           "\" (looked for " + place.string() + "); " + remedy(file.path.written));
}

std::vector<fs::path> files_at(const fs::path& place) {
  if (!fs::is_directory(place)) return {place};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(place)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string digest_of(const fs::path& place) {
  if (!fs::is_directory(place)) return file_sha256(place);
  std::string listing;
  for (const fs::path& file : files_at(place)) {
    listing += fs::relative(file, place).string() + '\0' + file_sha256(file) + '\n';
  }
  return text::sha256(listing);
}

std::vector<DataDigest> DataDigests::of(const grid::Cell& cell) {
  std::vector<DataDigest> digests;
  for (const CellFile& file : files_of(cell)) {
    auto known = std::find_if(known_.begin(), known_.end(),
                              [&](const auto& k) { return k.first == file.path.resolved; });
    if (known == known_.end())
      known = known_.insert(known_.end(), {file.path.resolved, digest_of(place_of(file))});
    digests.emplace_back(file.path.written, known->second);
  }
  return digests;
}

}  // namespace skald
