#include "system/files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"
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

namespace fs = std::filesystem;
namespace {

// Long enough to tell a JSON Schema, which says so at once, from a grid.
constexpr std::size_t kHead = 48;

std::string head_of(const fs::path& file) {
  std::string head(kHead, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head;
}

// Returns what tells one kind of file from another: the first word, such as "%PDF-1.5", without its
// version, or the first column of a table; of a script the line of its comment; of JSON, where the
// first word is a brace, all of the head.
std::string_view file_kind(std::string_view head) {
  head = head.substr(0, kHead);
  if (head.starts_with('{') || head.starts_with('[')) return head;
  if (head.starts_with('#')) return head.substr(0, head.find('\n'));
  return head.substr(0, head.find_first_of(" ,\n\r\t-"));
}

bool is_regular(const fs::path& file) {
  std::error_code none;
  return fs::is_regular_file(file, none);
}

void write_to(const fs::path& file, std::string_view bytes) {
  std::ofstream out(file, std::ios::binary);
  out << bytes;
  out.close();
  if (!out) throw std::runtime_error(file.string() + ": cannot be written");
}

}  // namespace

void require_replaceable(const fs::path& file, std::string_view beginning) {
  std::error_code none;
  if (fs::is_directory(file, none)) {
    throw UsageError(file.string() + ": is a folder, expected the name of a file");
  }
  if (!is_regular(file)) return;
  const std::string head = head_of(file);
  if (head.empty() || file_kind(head) == file_kind(beginning)) return;
  throw UsageError(fmt::format(
      "{}: is there already, and {} what is to be written; it stays as it is: name another file, "
      "or remove it first",
      file.string(),
      head.starts_with("SQLite format 3") ? "is a database, not" : "is of another kind than"));
}

void write_whole(const fs::path& file, std::string_view bytes) {
  require_replaceable(file, bytes);
  std::error_code none;
  const bool is_special = fs::exists(file, none) && !is_regular(file);
  if (is_special) return write_to(file, bytes);
  const fs::path place = is_regular(file) ? fs::canonical(file) : file;
  const fs::path fresh = fmt::format("{}.new-{}", place.string(), ::getpid());
  try {
    fs::remove(fresh, none);  // of a process that had this number and was killed; or a link
    write_to(fresh, bytes);
    fs::rename(fresh, place);
  } catch (const std::exception&) {
    fs::remove(fresh, none);
    throw std::runtime_error(file.string() + ": cannot be written");
  }
}

void write_and_tell(const fs::path& file, std::string_view bytes) {
  write_whole(file, bytes);
  print_error("written: {}\n", file.string());
}

}  // namespace skald
