// The BLAS that a library calls: the packaged libtorch calls whichever the system offers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace skald {

struct Blas {
  std::string name;            // with version and build, in its own words; "" if it does not say
  std::filesystem::path file;  // canonical: the library that holds its routines
};

// The BLAS whose routines the library that holds the address `inside` resolves to; nothing where
// it and what it depends on need none.
std::optional<Blas> blas_of(const void* inside);

}  // namespace skald
