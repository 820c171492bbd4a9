#include "data_digest.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "data/data_folder.hpp"
#include "files.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

std::string digest_folder(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::string listing;
  for (const fs::path& file : files) {
    listing += fs::relative(file, folder).string() + '\0' + file_sha256(file) + '\n';
  }
  return sha256(listing);
}

std::string remedy(std::string_view written) {
  if (!written.starts_with(kDataPrefix)) return "paths are relative to the grid's folder";
  const std::string_view below = written.substr(kDataPrefix.size());
  return "skald data fetch " + std::string(below.substr(0, below.find('/'))) +
         " brings it, and SKALD_DATA_DIR names the data folder";
}

std::string digest(const std::string& option, const FilePath& path) {
  const fs::path place = locate_data(path.resolved);
  if (!fs::exists(place)) {
    throw std::runtime_error(option + ": there is no file \"" + path.written + "\" (looked for " +
                             place.string() + "); " + remedy(path.written));
  }
  return fs::is_directory(place) ? digest_folder(place) : file_sha256(place);
}

}  // namespace

std::vector<DataDigest> DataDigests::of(const Cell& cell) {
  std::vector<DataDigest> digests;
  for (const PluginChoice& choice : cell.plugins) {
    for (const auto& [name, value] : choice.options) {
      const auto* path = std::get_if<FilePath>(&value);
      if (path == nullptr) continue;
      auto known = std::find_if(known_.begin(), known_.end(),
                                [&](const auto& k) { return k.first == path->resolved; });
      if (known == known_.end()) {
        const std::string option =
            std::string(name_of(section_of(choice.kind))) + "." + choice.plugin + "." + name;
        known = known_.insert(known_.end(), {path->resolved, digest(option, *path)});
      }
      digests.emplace_back(path->written, known->second);
    }
  }
  return digests;
}

}  // namespace skald
