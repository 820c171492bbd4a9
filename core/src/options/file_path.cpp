#include "options/file_path.hpp"

#include <filesystem>

#include "data/data_folder.hpp"

namespace skald::options {

std::string resolve_path(std::string_view folder, std::string_view written) {
  const std::filesystem::path path(written);
  if (written.starts_with(data::kDataPrefix)) return std::string(written);
  if (path.is_absolute() || folder.empty()) return path.lexically_normal().string();
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

}  // namespace skald::options
