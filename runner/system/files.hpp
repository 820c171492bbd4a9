// Whole files, and what keeps them when the power fails.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include "files/regular_file.hpp"

namespace skald {

// The SHA-256 of the file's bytes, which are read piece by piece. Throws as RegularFile does.
std::string file_sha256(const std::filesystem::path& path);

// Has the system write the folder's list of files to the disk; false where it refuses.
bool sync_folder(const std::filesystem::path& folder);

// Makes the folder if it is missing; then its parent's list is written to the disk too, without
// which a power cut takes the folder with all that is in it.
void make_folder(const std::filesystem::path& folder, std::error_code& error);
// The same; throws std::filesystem::filesystem_error where it cannot be made.
void make_folder(const std::filesystem::path& folder);

}  // namespace skald
