// Files that are named after runs: HASH, HASH.npy, HASH.npy.draws, ...
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace skald {

// Returns the files in the folder that are named after runs, by the runs' hashes, considering only
// those whose names end with `ending`. Empty if there is no such folder.
std::multimap<std::string, std::filesystem::path> run_files_in(const std::filesystem::path& folder,
                                                               std::string_view ending = "");
// Returns the hashes of the runs after which files in the folder are named, considering only files
// whose names end with `ending`. Empty if there is no such folder.
std::set<std::string> run_hashes_in(const std::filesystem::path& folder,
                                    std::string_view ending = "");

}  // namespace skald
