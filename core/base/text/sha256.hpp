// SHA-256 (FIPS 180-4), the content hash of cells, runs, plugins and data.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace skald::text {

// Returns the digest of `bytes` as 64 lower-case hexadecimal digits. Throws std::runtime_error if
// the cryptographic library fails.
std::string sha256(std::string_view bytes);

// Same, for bytes that arrive in pieces.
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
