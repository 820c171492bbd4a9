#include "text/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <memory>
#include <stdexcept>

namespace skald::text {
namespace {

void require(int answer) {
  if (answer == 1) return;
  throw std::runtime_error("SHA-256: OpenSSL failed to compute a digest");
}

using Bytes = std::array<unsigned char, 32>;

// Fetched once, since EVP_sha256() is fetched anew by every use.
const EVP_MD* algorithm() {
  static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return fetched;
}

constexpr std::string_view kDigits = "0123456789abcdef";

std::string hexadecimal(const Bytes& bytes) {
  std::string hex(2 * bytes.size(), '0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    hex[2 * i] = kDigits[bytes[i] >> 4];
    hex[2 * i + 1] = kDigits[bytes[i] & 15];
  }
  return hex;
}

// A context that is used again and again, since a new one for every digest takes more time than a
// short digest itself.
EVP_MD_CTX* context_of_thread() {
  struct Freed {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  thread_local const std::unique_ptr<EVP_MD_CTX, Freed> context(EVP_MD_CTX_new());
  return context.get();
}

Bytes digest_of(std::string_view bytes) {
  EVP_MD_CTX* const context = context_of_thread();
  Bytes digest{};
  require(EVP_DigestInit_ex(context, algorithm(), nullptr));
  require(EVP_DigestUpdate(context, bytes.data(), bytes.size()));
  require(EVP_DigestFinal_ex(context, digest.data(), nullptr));
  return digest;
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
  Bytes digest{};
  require(EVP_DigestFinal_ex(copy.evp, digest.data(), nullptr));
  return hexadecimal(digest);
}

std::string sha256(std::string_view bytes) { return hexadecimal(digest_of(bytes)); }

Digest Digest::of(std::string_view bytes) {
  Digest digest;
  digest.bytes_ = digest_of(bytes);
  return digest;
}

std::string Digest::text() const { return hexadecimal(bytes_); }

}  // namespace skald::text
