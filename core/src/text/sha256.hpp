// SHA-256 (FIPS 180-4), the content hash of cells, runs, plugins and data.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// The digest of `bytes` as 64 lower-case hexadecimal digits. Throws std::runtime_error if the
// cryptographic library refuses.
std::string sha256(std::string_view bytes);

}  // namespace skald
