// Files that are made once and shared by all processes of a user.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/sealed_file.hpp"

namespace skald::data {

// Which files of the cache make room for another one.
struct CachedFile {
  std::filesystem::path path;
  std::uintmax_t size;  // bytes
  std::filesystem::file_time_type last_use;
};

// Returns the files to delete, those that have not been used for longest, so that with another one
// of `size` bytes the cache holds at most half of the space that there is without it: `available`
// bytes and what the files take. Returns nothing if the new file alone takes more.
std::optional<std::vector<CachedFile>> files_in_the_way(std::vector<CachedFile> files,
                                                        std::uintmax_t size,
                                                        std::uintmax_t available);

// Returns the folder of the cache: SKALD_CACHE_DIR, else XDG_CACHE_HOME/skald, else ~/.cache/skald,
// each followed by "tables". Only this user may access it. Files in it may be deleted at any time.
// To make room for a new file, those that have not been used for longest are deleted, so that the
// cache holds at most half of the space that there is without it.
std::string cache_folder();

// Returns the cache's file of that name (no folders, at most 100 characters). If it is missing or
// damaged, it is made from the result of make(), which is borrowed until this function returns; of
// several processes that need it, one makes it and the others wait. Returns nothing if the cache
// cannot be used (a full disk, a folder that belongs to another user or that others may write); the
// caller then uses what make() returned, if it was called.
std::optional<SealedFile> cached_file(const std::string& name,
                                      const std::function<FileParts()>& make);

// Same for a file that need not fit into memory: write() writes the parts, of these sizes in bytes.
// It may be called although nothing is returned, and may throw exceptions of its own.
std::optional<SealedFile> cached_file(const std::string& name,
                                      const std::vector<std::size_t>& sizes,
                                      const std::function<void(SealedFileWriter&)>& write);

// What takes more than this many bytes is told of before it is written.
inline constexpr std::uintmax_t kLargeFile = 1'000'000'000;

// A file of more than kLargeFile bytes that some process is writing.
struct FileInMaking {
  std::string name;
  std::uintmax_t size = 0;  // bytes, once it is whole
};
std::vector<FileInMaking> files_in_making();

// Returns "22.0 GB in /home/me/.cache/skald/tables, where 57.1 GB are free".
std::string place_of_bytes(std::uintmax_t size);

// While an object of this class lives, cached_file() refuses to write files of more than kLargeFile
// bytes, in this process and whatever library calls it, by a std::runtime_error whose message
// contains place_of_bytes(). Not for several threads.
class NoLargeFiles {
 public:
  NoLargeFiles();
  ~NoLargeFiles();
  NoLargeFiles(const NoLargeFiles&) = delete;
  NoLargeFiles& operator=(const NoLargeFiles&) = delete;
};
// Whether a message is, or contains, that of such a refusal. A plugin tells its host by text alone.
bool is_large_file_refusal(std::string_view message);

// Returns the files of the cache, without those in making.
std::vector<CachedFile> cached_files();
// Deletes them; runs under way keep what they have open. Returns the bytes that they took.
std::uintmax_t empty_cache();

}  // namespace skald::data
