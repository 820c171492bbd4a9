// The places that are searched for plugins.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skald::plugin_host {

// Returns the places to search, in this order: `entries` (from --plugin-path), the entries of
// `list` (from SKALD_PLUGIN_PATH; separated by colons, empty ones ignored), and
// shipped_plugin_folder() if it exists. An entry is a folder or a single library file.
std::vector<std::filesystem::path> plugin_search_path(std::span<const std::string> entries,
                                                      std::string_view list,
                                                      const std::filesystem::path& executable);

// Returns ../lib/skald/plugins relative to the folder of `executable`, whether it exists or not.
std::filesystem::path shipped_plugin_folder(const std::filesystem::path& executable);

// Returns the files that the places contain, as canonical paths, each once, sorted by file name and
// then by place: for a folder, the files with one of the suffixes in it and in its subfolders named
// after a kind of plugin (two kinds may have a plugin of the same name), unless their names begin
// with "_", which modules that plugins import have; for anything else, the entry itself. Entries
// that do not exist and folders that cannot be read are included too, so that they can be refused.
std::vector<std::filesystem::path> plugin_files(std::span<const std::filesystem::path> places,
                                                std::span<const std::string> suffixes);

// Checks who can write a plugin's file, since its code runs with the rights of Skald's user.

// Returns why the file is not to be trusted, with the remedy: every user may write it or its folder
// (even with the sticky bit, as for /tmp, since others may add files there). Returns nothing if the
// file is as safe as its owner and group are. Throws std::filesystem::filesystem_error if it cannot
// be examined.
std::optional<std::string> trust_refusal(const std::filesystem::path& file);

}  // namespace skald::plugin_host
