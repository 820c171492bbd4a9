// Whole files, and what keeps them when the power fails.
#pragma once

#include <filesystem>
#include <string>

namespace skald {

// The file's bytes. Throws std::runtime_error that names the file and why it cannot be read.
std::string read_file(const std::filesystem::path& file);

// The SHA-256 of the file's bytes, which are read piece by piece. Throws as read_file().
std::string file_sha256(const std::filesystem::path& file);

// Has the system write the folder's list of files to the disk; false where it refuses.
bool sync_folder(const std::filesystem::path& folder);

}  // namespace skald
