// Finds the BLAS that a library calls: the packaged libtorch calls whichever one the system offers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace skald {

struct Blas {
  std::string name;            // its own name, version and build; "" if it does not tell
  std::filesystem::path file;  // canonical path of the library that holds the routines
};

// Returns the BLAS to which the calls of a library resolve; `inside` is any address in that
// library. Returns nothing if neither the library nor its dependencies need one.
std::optional<Blas> blas_of(const void* inside);

// Wire form, for the way from a worker. The decoder throws std::runtime_error if the bytes are no
// Blas.
std::string encode(const std::optional<Blas>& blas);
std::optional<Blas> decode_blas(std::string_view bytes);

}  // namespace skald
