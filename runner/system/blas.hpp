// The BLAS that a library calls: the packaged libtorch calls whichever the system offers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace skald {

struct Blas {
  std::string name;            // with version and build, in its own words; "" if it does not say
  std::filesystem::path file;  // canonical: the library that holds its routines
};

// The BLAS whose routines the library that holds the address `inside` resolves to; nothing where
// it and what it depends on need none.
std::optional<Blas> blas_of(const void* inside);

// For the way from a worker. The decoder throws std::runtime_error where the bytes are none.
std::string encode(const std::optional<Blas>& blas);
std::optional<Blas> decode_blas(std::string_view bytes);

}  // namespace skald
