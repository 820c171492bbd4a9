#include "text/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace skald::text {
namespace {

void require(int answer) {
  if (answer == 1) return;
  throw std::runtime_error("SHA-256: OpenSSL failed to compute a digest");
}

using Digest = std::array<unsigned char, 32>;

// Fetched once, since EVP_sha256() is fetched anew by every use.
const EVP_MD* algorithm() {
  static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return fetched;
}

std::string hexadecimal(const Digest& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex(2 * digest.size(), '0');
  for (std::size_t i = 0; i < digest.size(); ++i) {
    hex[2 * i] = digits[digest[i] >> 4];
    hex[2 * i + 1] = digits[digest[i] & 15];
  }
  return hex;
}

}  // namespace

struct Sha256::Context {
  EVP_MD_CTX* evp = EVP_MD_CTX_new();
  Context() = default;
  ~Context() { EVP_MD_CTX_free(evp); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  require(EVP_DigestInit_ex(context_->evp, algorithm(), nullptr));
}
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  require(EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size()));
}

std::string Sha256::digest() const {
  const Context copy;  // a copy, since finishing ends the computation
  require(EVP_MD_CTX_copy_ex(copy.evp, context_->evp));
  Digest digest{};
  require(EVP_DigestFinal_ex(copy.evp, digest.data(), nullptr));
  return hexadecimal(digest);
}

std::string sha256(std::string_view bytes) {
  Digest digest{};
  require(EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, algorithm(), nullptr));
  return hexadecimal(digest);
}

}  // namespace skald::text
