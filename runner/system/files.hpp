// Operations on whole files, and syncing that makes them survive a power failure.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "files/regular_file.hpp"

namespace skald {

// Returns the SHA-256 of the file's bytes, which are read in pieces. Throws as RegularFile does.
std::string file_sha256(const std::filesystem::path& path);

// Write a whole file, or copy one, and sync it to the disk; a file of that name is replaced. Throw
// std::filesystem::filesystem_error if it cannot be written, and as RegularFile does.
void write_synced(const std::filesystem::path& file, std::string_view bytes);
// Returns the SHA-256 of the bytes.
std::string copy_synced(const std::filesystem::path& from, const std::filesystem::path& to);

// Syncs the folder's list of files to the disk. Returns false if the system refuses.
bool sync_folder(const std::filesystem::path& folder);

// Makes the folder if it is missing, and then syncs its parent: otherwise a power failure could
// take the folder with everything in it. Whatever the umask, not everybody may write there.
void make_folder(const std::filesystem::path& folder, std::error_code& error);
// As above; throws std::filesystem::filesystem_error if the folder cannot be made.
void make_folder(const std::filesystem::path& folder);

// Returns DATABASE followed by `ending`: a folder that belongs to a database. It may have come with
// it from anybody: throws std::runtime_error if it is a link.
std::filesystem::path folder_beside(const std::filesystem::path& database, std::string_view ending);

// Makes a folder that only this user can enter, for files whose names others can guess, or takes
// one that is there. Throws std::runtime_error, with `remedy`, if that belongs to somebody else, is
// a link, or may be written to by others, and std::filesystem::filesystem_error if it cannot be
// made.
void make_private_folder(const std::filesystem::path& folder, const std::string& remedy);

// System calls that signals may interrupt.

// Returns the result of the call, which is repeated as long as a signal interrupts it (EINTR).
template <class Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// Writes all of the bytes. Returns false, with errno, if the system refuses.
inline bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n =
        uninterrupted([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace skald
