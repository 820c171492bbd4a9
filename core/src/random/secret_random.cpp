#include "random/secret_random.hpp"

#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace skald::random {
namespace {

constexpr std::size_t kWordsPerBlock = 8;

ChaChaKey system_key() {
  ChaChaKey key{};
  // Requests of up to 256 bytes are never cut short.
  if (::getrandom(key.data(), sizeof key, 0) != static_cast<ssize_t>(sizeof key)) {
    throw std::system_error(errno, std::generic_category(), "getrandom");
  }
  return key;
}

void check(const char* what, Index found, Index low, Index high) {
  if (found >= low && found <= high) return;
  throw std::invalid_argument(std::string("random: ") + what + " " + std::to_string(found) +
                              " is outside [" + std::to_string(low) + ", " + std::to_string(high) +
                              "]");
}

// A multiple of 2^-53 in [0, 1).
double to_unit(std::uint64_t word) { return static_cast<double>(word >> 11) * 0x1p-53; }

}  // namespace

SecretRandom::SecretRandom() : key_(system_key()) {}

// One key per role, kind and client, under which the counter is block, chain and iteration.
void SecretRandom::words(Stream stream, DrawKind kind, std::int64_t iteration, Index chain,
                         std::span<std::uint64_t> out) const {
  check("client", stream.client, -1, Index{0xfffffffe});
  check("chain", chain, 0, Index{0xffffffff});
  check("draws per chain", static_cast<Index>(out.size()), 0, Index{1} << 33);
  const ChaChaBlock derived =
      chacha20(key_, {static_cast<std::uint32_t>(stream.role), static_cast<std::uint32_t>(kind),
                      static_cast<std::uint32_t>(stream.client + 1), 0xffffffff});
  ChaChaKey key{};
  std::copy_n(derived.begin(), key.size(), key.begin());
  const auto clock = static_cast<std::uint64_t>(iteration);
  for (std::size_t first = 0; first < out.size(); first += kWordsPerBlock) {
    const ChaChaBlock block = chacha20(
        key, {static_cast<std::uint32_t>(first / kWordsPerBlock), static_cast<std::uint32_t>(chain),
              static_cast<std::uint32_t>(clock), static_cast<std::uint32_t>(clock >> 32)});
    const std::size_t count = std::min(kWordsPerBlock, out.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      out[first + i] = block[2 * i] | std::uint64_t{block[2 * i + 1]} << 32;
    }
  }
}

// Box and Muller: two normals from two words.
template <class Use>
void SecretRandom::each_normal(Stream stream, std::int64_t iteration, const Block& shape,
                               Use&& use) const {
  std::vector<std::uint64_t> pair(static_cast<std::size_t>(shape.rows + shape.rows % 2));
  for (Index j = 0; j < shape.cols; ++j) {
    words(stream, DrawKind::normal, iteration, stream.chain + j, pair);
    for (Index i = 0; i < shape.rows; ++i) {
      const auto first = static_cast<std::size_t>(i - i % 2);
      const double radius = std::sqrt(-2 * std::log(1 - to_unit(pair[first])));
      const double angle = 2 * std::numbers::pi * to_unit(pair[first + 1]);
      use(i, j, radius * (i % 2 == 0 ? std::cos(angle) : std::sin(angle)));
    }
  }
}

void SecretRandom::normal(Stream stream, std::int64_t iteration, Block out) const {
  auto matrix = out.matrix();
  each_normal(stream, iteration, out, [&](Index i, Index j, double z) { matrix(i, j) = z; });
}

void SecretRandom::add_normal(Stream stream, std::int64_t iteration, double scale,
                              Block inout) const {
  auto matrix = inout.matrix();
  each_normal(stream, iteration, inout, [&](Index i, Index j, double z) {
    const double product = scale * z;
    matrix(i, j) += product;
  });
}

void SecretRandom::uniform(Stream stream, std::int64_t iteration, Block out) const {
  std::vector<std::uint64_t> column(static_cast<std::size_t>(out.rows));
  auto matrix = out.matrix();
  for (Index j = 0; j < out.cols; ++j) {
    words(stream, DrawKind::uniform, iteration, stream.chain + j, column);
    for (Index i = 0; i < out.rows; ++i) {
      matrix(i, j) = to_unit(column[static_cast<std::size_t>(i)]);
    }
  }
}

void SecretRandom::bits(Stream stream, std::int64_t iteration, Index chain,
                        std::span<std::uint64_t> out) const {
  words(stream, DrawKind::bits, iteration, stream.chain + chain, out);
}

}  // namespace skald::random
