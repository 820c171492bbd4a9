// Files inside zip archives.
#pragma once

#include <string>
#include <vector>

namespace skald::decoding {

// All functions throw std::runtime_error that names the archive where it does not exist or cannot
// be read, or where the file is not there.

// The names of the files, in the order of the archive.
std::vector<std::string> names_in_zip(const std::string& archive);

// The content of the archive's only file. Throws also where it does not hold exactly one.
std::string read_zipped(const std::string& archive);

// The content of the file of that name.
std::string read_zipped(const std::string& archive, const std::string& name);

}  // namespace skald::decoding
