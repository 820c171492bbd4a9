#include "system/fresh_folder.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

#include "system/exit_code.hpp"
#include "system/files.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

// Returns the name without a slash at its end.
fs::path named(const fs::path& folder) {
  const fs::path name = fs::absolute(folder).lexically_normal();
  return name.has_filename() ? name : name.parent_path();
}

}  // namespace

FreshFolder::FreshFolder(const fs::path& folder)
    : folder_(named(folder)), place_(folder_.string() + ".new-" + std::to_string(::getpid())) {
  if (fs::exists(fs::symlink_status(folder_)) &&
      (!fs::is_directory(fs::symlink_status(folder_)) || !fs::is_empty(folder_))) {
    throw UsageError(folder.string() + " exists already and stays as it is: name a new folder");
  }
  std::error_code error;
  fs::create_directories(place_, error);
  if (error) {
    throw std::runtime_error(place_.string() + " cannot be made: " + error.message());
  }
}

FreshFolder::~FreshFolder() {
  std::error_code ignored;
  if (!place_.empty()) fs::remove_all(place_, ignored);
}

void FreshFolder::finish() {
  std::error_code error;
  fs::rename(place_, folder_, error);
  if (error) {
    throw std::runtime_error(folder_.string() + " cannot be made: " + error.message());
  }
  place_.clear();
  sync_folder(folder_.parent_path());
}

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::string name = (fs::temp_directory_path() / "skald-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw fs::filesystem_error("cannot be made", name, {errno, std::generic_category()});
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace skald
