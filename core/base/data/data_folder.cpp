#include "data/data_folder.hpp"

#include <cstdlib>

namespace skald::data {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

}  // namespace

fs::path data_folder() {
  if (const char* own = std::getenv("SKALD_DATA_DIR"); own != nullptr && *own != '\0')
    return fs::absolute(own);
  if (const char* xdg = std::getenv("XDG_DATA_HOME"); xdg != nullptr && *xdg == '/')
    return fs::path(xdg) / "skald";
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "") / ".local" / "share" / "skald";
}

std::string locate_data(std::string_view path) {
  if (!path.starts_with(kDataPrefix)) return std::string(path);
  const fs::path place = data_folder() / path.substr(kDataPrefix.size());
  if (is_there(place)) return place.string();
  const std::string twin = place.extension() == ".gz" ? fs::path(place).replace_extension().string()
                                                      : place.string() + ".gz";
  return is_there(twin) ? twin : place.string();
}

}  // namespace skald::data
