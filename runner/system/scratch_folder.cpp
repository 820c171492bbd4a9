#include "system/scratch_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace skald {
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
