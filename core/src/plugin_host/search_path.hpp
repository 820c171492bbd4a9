// Where plugins are looked for.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skald::plugin_host {

// The places to look in, in this order: `entries` (of --plugin-path), the entries of `list` (of
// SKALD_PLUGIN_PATH; separated by colons, empty ones left out), and shipped_plugin_folder() if it
// exists. An entry is a folder or one library file.
std::vector<std::filesystem::path> plugin_search_path(std::span<const std::string> entries,
                                                      std::string_view list,
                                                      const std::filesystem::path& executable);

// ../lib/skald/plugins beside the folder of `executable`, whether it exists or not.
std::filesystem::path shipped_plugin_folder(const std::filesystem::path& executable);

// The files that the places name, as canonical paths, each once, sorted by file name and then by
// place: the *.so of a folder and of its subfolders dataset, partition, model, sampler and privacy
// (two kinds may have a plugin of one name), or the entry itself where it is no folder. An entry
// that does not exist and a folder that cannot be read are returned too, for the refusal.
std::vector<std::filesystem::path> plugin_files(std::span<const std::filesystem::path> places);

}  // namespace skald::plugin_host
