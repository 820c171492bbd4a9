#include "system/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>

#include "text/sha256.hpp"

namespace skald {
namespace {

// A new file that is synced before it is closed.
class SyncedFile {
 public:
  explicit SyncedFile(const std::filesystem::path& file)
      : file_(file), descriptor_(uninterrupted([&] {
          return ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
        })) {
    if (descriptor_ < 0) refuse();
  }
  ~SyncedFile() { ::close(descriptor_); }
  SyncedFile(const SyncedFile&) = delete;
  SyncedFile& operator=(const SyncedFile&) = delete;

  void add(std::string_view bytes) const {
    if (!write_all(descriptor_, bytes)) refuse();
  }
  void sync() const {
    if (uninterrupted([&] { return ::fsync(descriptor_); }) != 0) refuse();
  }

 private:
  [[noreturn]] void refuse() const {
    throw std::filesystem::filesystem_error("cannot be written", file_,
                                            {errno, std::generic_category()});
  }

  std::filesystem::path file_;
  int descriptor_;
};

}  // namespace

void write_synced(const std::filesystem::path& file, std::string_view bytes) {
  const SyncedFile made(file);
  made.add(bytes);
  made.sync();
}

std::string copy_synced(const std::filesystem::path& from, const std::filesystem::path& to) {
  files::RegularFile source(from);
  const SyncedFile made(to);
  text::Sha256 sum;
  std::string piece(std::size_t{1} << 20, '\0');
  while (const std::size_t count = source.read(piece)) {
    const std::string_view bytes(piece.data(), count);
    sum.add(bytes);
    made.add(bytes);
  }
  made.sync();
  return sum.digest();
}

std::string file_sha256(const std::filesystem::path& path) {
  files::RegularFile file(path);
  text::Sha256 sum;
  std::array<char, 1 << 16> piece;
  while (const std::size_t count = file.read(piece)) sum.add({piece.data(), count});
  return sum.digest();
}

bool sync_folder(const std::filesystem::path& folder) {
  const int descriptor =
      uninterrupted([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (descriptor < 0) return false;
  const bool is_synced = uninterrupted([&] { return ::fsync(descriptor); }) == 0;
  ::close(descriptor);
  return is_synced;
}

void make_folder(const std::filesystem::path& folder, std::error_code& error) {
  if (!std::filesystem::create_directory(folder, error)) return;
  using std::filesystem::perms, std::filesystem::perm_options;
  std::filesystem::permissions(folder, perms::others_write, perm_options::remove, error);
  const std::filesystem::path parent = folder.parent_path();
  sync_folder(parent.empty() ? "." : parent);
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  make_folder(folder, error);
  if (error) throw std::filesystem::filesystem_error("cannot be made", folder, error);
}

std::filesystem::path folder_beside(const std::filesystem::path& database,
                                    std::string_view ending) {
  const std::filesystem::path folder = database.string() + std::string(ending);
  std::error_code none;
  if (!std::filesystem::is_symlink(std::filesystem::symlink_status(folder, none))) return folder;
  throw std::runtime_error(folder.string() +
                           ": is a symbolic link, which could lead what is written and removed "
                           "elsewhere; put the folder itself here, or the database beside it");
}

void make_private_folder(const std::filesystem::path& folder, const std::string& remedy) {
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    throw std::filesystem::filesystem_error("cannot be made; " + remedy, folder,
                                            {errno, std::generic_category()});
  }
  struct stat status {};
  const bool is_folder = ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  if (!is_folder || status.st_uid != ::geteuid()) {
    throw std::runtime_error(folder.string() + ": belongs to somebody else; " + remedy);
  }
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    throw std::runtime_error(folder.string() + ": others may write to it; remove it, or " + remedy);
  }
}

}  // namespace skald
