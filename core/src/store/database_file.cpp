#include "store/database_file.hpp"

#include "text/number_text.hpp"

#include <sys/stat.h>
#include <sys/vfs.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace skald::store {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse(const fs::path& file, const std::string& reason) {
  throw std::invalid_argument(file.string() + ": " + reason);
}

fs::path resolve_folder(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    refuse(file, "the folder " + folder.string() + " does not exist; create it first");
  }
  return fs::canonical(folder);
}

void refuse_links(const fs::path& file) {
  struct stat status {};
  if (lstat(file.c_str(), &status) != 0) {
    if (errno == ENOENT) return;
    refuse(file, std::string("cannot be examined: ") + std::strerror(errno));
  }
  if (S_ISLNK(status.st_mode)) {
    refuse(file,
           "is a symbolic link, which could lead writes elsewhere; give the file it points to");
  }
  if (S_ISDIR(status.st_mode)) refuse(file, "is a folder; give the name of a file");
  if (!S_ISREG(status.st_mode)) refuse(file, "is not a regular file; give another name");
  if (status.st_nlink > 1) {
    refuse(file, "has " + text::counted(status.st_nlink, "name") +
                     " (hard links), with which SQLite cannot keep it consistent; copy it");
  }
}

}  // namespace

fs::path resolve_database_file(const fs::path& file) {
  if (file.filename().empty() || file.filename() == "." || file.filename() == "..") {
    refuse(file, "is not the name of a file");
  }
  fs::path resolved = resolve_folder(file) / file.filename();
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    refuse_links(resolved.string() + suffix);
  }
  return resolved;
}

std::optional<std::string> network_file_system(const fs::path& folder) {
  struct statfs status {};
  if (statfs(folder.c_str(), &status) != 0) return std::nullopt;
  return network_file_system_name(static_cast<unsigned long>(status.f_type));
}

std::optional<std::string> network_file_system_name(unsigned long type) {
  // Magic numbers: statfs(2), linux/magic.h, and the file systems' own sources.
  static constexpr std::array<std::pair<unsigned long, const char*>, 13> known{{
      {0x6969, "nfs"},
      {0x517b, "smb"},
      {0xff534d42, "cifs"},
      {0xfe534d42, "smb2"},
      {0x0bd00bd0, "lustre"},
      {0x47504653, "gpfs"},
      {0x65735546, "fuse"},
      {0x00c36400, "ceph"},
      {0x5346414f, "afs"},
      {0x01021997, "9p"},
      {0x19830326, "beegfs"},
      {0xaad7aaea, "panfs"},
      {0x7461636f, "ocfs2"},
  }};
  for (const auto& [magic, name] : known) {
    if ((type & 0xffffffffUL) == magic) return name;
  }
  return std::nullopt;
}

}  // namespace skald::store
