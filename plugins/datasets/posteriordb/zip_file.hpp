// Files inside zip archives.
#pragma once

#include <string>

namespace skald {

// The content of the archive's only file. Throws std::runtime_error that names the archive where
// there is none, where it cannot be read, or where it holds another number of files.
std::string read_zipped(const std::string& archive);

}  // namespace skald
