// The location of the files of known data sets.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace skald::data {

// The prefix of a path in a grid that is relative to the data folder.
inline constexpr std::string_view kDataPrefix = "data:";

// Returns SKALD_DATA_DIR, else XDG_DATA_HOME/skald, else ~/.local/share/skald.
std::filesystem::path data_folder();

// Returns the file or folder that a path in a grid refers to: a path that begins with "data:" is
// below the data folder, any other is taken as is. If there is no such file, but one with ".gz"
// appended to its name or removed from it, that one is returned.
std::string locate_data(std::string_view path);

}  // namespace skald::data
