// HMAC-SHA-256 (RFC 2104): a digest that nobody can compute, or compare with a guess, without the
// key; and such keys. Defined in sha256.cpp, beside the other use of the cryptographic library.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skald::text {

// Returns it as 64 lower-case hexadecimal digits. Throws std::runtime_error if the cryptographic
// library fails.
std::string keyed_sha256(std::string_view key, std::string_view bytes);

// Returns so many bytes of the operating system's randomness as hexadecimal digits. Throws as
// keyed_sha256().
std::string random_hexadecimal(std::size_t bytes);

}  // namespace skald::text
