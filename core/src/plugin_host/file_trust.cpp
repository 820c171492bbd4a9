#include "plugin_host/file_trust.hpp"

namespace skald::plugin_host {
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
