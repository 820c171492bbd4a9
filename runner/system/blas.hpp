// Finds the BLAS that a library calls: the packaged libtorch calls whichever one the system offers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace skald {

struct Blas {
  std::string name;            // its own name, version and build; "" if it does not tell
  std::filesystem::path file;  // canonical path of the library that holds the routines
};

// Returns the BLAS to which the calls of a library resolve; `inside` is any address in that
// library. Returns nothing if neither the library nor its dependencies need one.
std::optional<Blas> blas_of(const void* inside);

}  // namespace skald
