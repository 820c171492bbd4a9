#include "text/sha256.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <array>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

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

std::string hexadecimal(std::span<const unsigned char> bytes) {
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

std::string keyed_sha256(std::string_view key, std::string_view bytes) {
  Bytes digest{};
  unsigned int size = 0;
  const auto* first = reinterpret_cast<const unsigned char*>(bytes.data());
  if (HMAC(algorithm(), key.data(), static_cast<int>(key.size()), first, bytes.size(),
           digest.data(), &size) == nullptr) {
    throw std::runtime_error("HMAC-SHA-256: OpenSSL failed to compute a digest");
  }
  return hexadecimal(digest);
}

std::string random_hexadecimal(std::size_t bytes) {
  std::vector<unsigned char> random(bytes);
  if (RAND_bytes(random.data(), static_cast<int>(bytes)) != 1)
    throw std::runtime_error("OpenSSL failed to draw random bytes");
  return hexadecimal(random);
}

std::string Digest::text() const { return hexadecimal(bytes_); }

}  // namespace skald::text
