// A plugin is code: whoever can write its file runs as the user of Skald.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace skald::plugin_host {

// Why the file is not to be trusted, with the remedy: every user may write it or its folder (the
// sticky bit of a folder such as /tmp is no excuse: others may add files there). None: it is as
// safe as its owner and group are. Throws std::filesystem::filesystem_error where it cannot look.
std::optional<std::string> trust_refusal(const std::filesystem::path& file);

}  // namespace skald::plugin_host
