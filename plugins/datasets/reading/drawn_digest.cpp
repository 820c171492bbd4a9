#include "reading/drawn_digest.hpp"

#include <bit>
#include <limits>

#include "text/sha256.hpp"

namespace skald {
std::string fingerprint(const Random& random) {
  std::string text;
  for (const std::uint64_t word :
       random_words(random, {Role::dataset}, std::numeric_limits<std::int64_t>::max(), 0, 4))
    text += std::to_string(word) + '\n';
  return text;
}

std::string drawn_digest(const TableShape& shape, const Random& random, std::string_view generator,
                         std::uint32_t revision, std::initializer_list<double> reals,
                         std::initializer_list<std::int64_t> integers) {
  if (shape.bytes() < kCachedTableBytes) return {};
  std::string text = "generated 1\n" + std::string(generator) + ' ' + std::to_string(revision);
  for (const double number : reals)
    text += ' ' + std::to_string(std::bit_cast<std::uint64_t>(number));
  for (const std::int64_t number : integers) text += ' ' + std::to_string(number);
  return text::sha256(text + '\n' + fingerprint(random));
}

}  // namespace skald
