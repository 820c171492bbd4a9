// Checks who can write a plugin's file, since its code runs with the rights of Skald's user.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace skald::plugin_host {

// Returns why the file is not to be trusted, with the remedy: every user may write it or its folder
// (even with the sticky bit, as for /tmp, since others may add files there). Returns nothing if the
// file is as safe as its owner and group are. Throws std::filesystem::filesystem_error if it cannot
// be examined.
std::optional<std::string> trust_refusal(const std::filesystem::path& file);

}  // namespace skald::plugin_host
