// Where the files of known data sets lie.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace skald::data {

// The beginning of a path in a grid that is relative to the data folder.
inline constexpr std::string_view kDataPrefix = "data:";

// SKALD_DATA_DIR, else XDG_DATA_HOME/skald, else ~/.local/share/skald.
std::filesystem::path data_folder();

// The file or folder that a path of a grid means: one that begins with "data:" is below the data
// folder, every other one is taken as it is. Where there is no such file, but there is one with
// ".gz" appended to its name or removed from it, it is that one.
std::string locate_data(std::string_view path);

}  // namespace skald::data
