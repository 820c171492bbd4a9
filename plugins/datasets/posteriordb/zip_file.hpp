// Files inside zip archives.
#pragma once

#include <string>

namespace skald {

// The content of the archive's only file. Throws std::runtime_error that names the archive where it
// does not exist, cannot be read, or does not hold exactly one file.
std::string read_zipped(const std::string& archive);

}  // namespace skald
