// Files that are named after runs: HASH, HASH.npy, HASH.npy.draws, ...
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace skald {

// The hashes of the runs that files of the folder whose names end with `ending` are named after;
// none where there is no such folder.
std::set<std::string> run_hashes_in(const std::filesystem::path& folder,
                                    std::string_view ending = "");

}  // namespace skald
