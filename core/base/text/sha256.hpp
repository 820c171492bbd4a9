// SHA-256 (FIPS 180-4), the content hash of cells, runs, plugins and data.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace skald::text {

// Returns the digest of `bytes` as 64 lower-case hexadecimal digits. Throws std::runtime_error if
// the cryptographic library fails.
std::string sha256(std::string_view bytes);

// A digest, for where there are millions of them: its text takes three times as much memory.
class Digest {
 public:
  Digest() = default;  // all bytes are 0
  // Returns the digest of `bytes`. Throws as sha256().
  static Digest of(std::string_view bytes);

  std::string text() const;  // as sha256() returns it

  auto operator<=>(const Digest&) const = default;

 private:
  friend struct std::hash<Digest>;
  std::array<unsigned char, 32> bytes_{};
};

// Same as sha256(), for bytes that arrive in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view bytes);
  // Returns the digest of all bytes added so far.
  std::string digest() const;

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace skald::text

// The first bytes of a digest are as good as any.
template <>
struct std::hash<skald::text::Digest> {
  std::size_t operator()(const skald::text::Digest& digest) const noexcept {
    std::size_t first = 0;
    std::memcpy(&first, digest.bytes_.data(), sizeof first);
    return first;
  }
};

namespace skald::text {

// HMAC-SHA-256 (RFC 2104): a digest that nobody can compute, or compare with a guess, without the
// key; and such keys. Defined in sha256.cpp, beside the other use of the cryptographic library.

// Returns it as 64 lower-case hexadecimal digits. Throws std::runtime_error if the cryptographic
// library fails.
std::string keyed_sha256(std::string_view key, std::string_view bytes);

// Returns so many bytes of the operating system's randomness as hexadecimal digits. Throws as
// keyed_sha256().
std::string random_hexadecimal(std::size_t bytes);

}  // namespace skald::text
