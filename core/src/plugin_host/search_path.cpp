#include "plugin_host/search_path.hpp"

#include <algorithm>

#include "options/option_value.hpp"

namespace skald::plugin_host {
namespace {

namespace fs = std::filesystem;

// A file that is removed meanwhile is added too: whoever opens it says so.
void add(const fs::path& file, std::vector<fs::path>& files) {
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(file, error);
  if (error) canonical = file;
  if (std::find(files.begin(), files.end(), canonical) == files.end()) files.push_back(canonical);
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool may_be_plugin(const fs::path& file, std::span<const std::string> suffixes) {
  return std::find(suffixes.begin(), suffixes.end(), file.extension()) != suffixes.end() &&
         !file.stem().string().starts_with('_') && !is_folder(file);
}

void add_plugins_of(const fs::path& folder, std::span<const std::string> suffixes,
                    std::vector<fs::path>& files) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; entry != end; entry.increment(error)) {
    if (may_be_plugin(entry->path(), suffixes)) add(entry->path(), files);
  }
  if (error) add(folder, files);
}

}  // namespace

std::vector<fs::path> plugin_search_path(std::span<const std::string> entries,
                                         std::string_view list, const fs::path& executable) {
  std::vector<fs::path> places(entries.begin(), entries.end());
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(':'), list.size());
    if (end > 0) places.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  const fs::path shipped = shipped_plugin_folder(executable);
  if (is_folder(shipped)) places.push_back(shipped);
  return places;
}

fs::path shipped_plugin_folder(const fs::path& executable) {
  return executable.parent_path().parent_path() / "lib" / "skald" / "plugins";
}

std::vector<fs::path> plugin_files(std::span<const fs::path> places,
                                   std::span<const std::string> suffixes) {
  std::vector<fs::path> files;
  for (const fs::path& place : places) {
    if (!is_folder(place)) {
      add(place, files);
      continue;
    }
    add_plugins_of(place, suffixes, files);
    for (const Kind kind : options::kinds) {
      const fs::path folder = place / options::name_of(kind);
      if (is_folder(folder)) add_plugins_of(folder, suffixes, files);
    }
  }
  std::stable_sort(files.begin(), files.end(),
                   [](const fs::path& a, const fs::path& b) { return a.stem() < b.stem(); });
  return files;
}

namespace {

bool others_write(const std::filesystem::path& path) {
  const std::filesystem::perms mode = std::filesystem::status(path).permissions();
  return (mode & std::filesystem::perms::others_write) != std::filesystem::perms::none;
}

std::string refusal(const std::string& what, const std::filesystem::path& path) {
  return what +
         " is world-writable; expected one that other users cannot write: remove the permission "
         "(chmod o-w " +
         path.string() + ") or allow such plugins (--allow-writable-plugins)";
}

}  // namespace

std::optional<std::string> trust_refusal(const std::filesystem::path& file) {
  if (others_write(file)) return refusal("the file", file);
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  if (others_write(folder)) return refusal("its folder", folder);
  return std::nullopt;
}

}  // namespace skald::plugin_host
