// What the code of a library does when it is loaded is seen in a child process first.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace skald {

// Loads the library in a child process, which ends there. How it ended where its static
// initialisers did not let it load, with what they wrote to the standard error: a signal, an exit,
// no end within `limit`. None where it loaded, or where the loader itself refused it, which the
// load in this process will tell. Throws std::system_error where there can be no child.
std::optional<std::string> failed_rehearsal(
    const std::filesystem::path& file, std::chrono::milliseconds limit = std::chrono::seconds(20));

}  // namespace skald
