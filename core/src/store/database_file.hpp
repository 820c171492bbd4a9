// Checks whether a path can hold a results database. Nothing is written.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace skald::store {

// Returns the absolute path of a database file to create or open. Its folder exists and is
// resolved, the file is absent or a regular file with only one name, and neither it nor SQLite's
// side files (-wal, -shm, -journal) are links that would lead a write elsewhere. Throws
// std::invalid_argument that says what is wrong.
std::filesystem::path resolve_database_file(const std::filesystem::path& file);

// Returns the name of the network file system that holds `folder` ("nfs", "lustre", ...), or
// nothing if it is local. SQLite's locks are not reliable across a network.
std::optional<std::string> network_file_system(const std::filesystem::path& folder);

// Same, for a file system type as statfs(2) reports it.
std::optional<std::string> network_file_system_name(unsigned long type);

}  // namespace skald::store
