#include "reading/generated_table.hpp"

#include <bit>
#include <limits>

#include "text/sha256.hpp"

namespace skald {
namespace {

// 256 bits that two seeds have in common with a probability of 2^-256, drawn where no generator
// draws.
std::string fingerprint(const Random& random) {
  std::string text;
  for (const std::uint64_t word :
       random_words(random, {Role::dataset}, std::numeric_limits<std::int64_t>::max(), 0, 4))
    text += std::to_string(word) + '\n';
  return text;
}

std::string digest_of(const TableShape& shape, const std::string& recipe, const Random& random) {
  if (shape.bytes() < kCachedTableBytes) return {};
  return text::sha256("generated 1\n" + recipe + '\n' + fingerprint(random));
}

}  // namespace

std::string table_recipe(std::string_view generator, std::uint32_t revision,
                         std::initializer_list<double> reals,
                         std::initializer_list<std::int64_t> integers) {
  std::string text = std::string(generator) + ' ' + std::to_string(revision);
  for (const double number : reals)
    text += ' ' + std::to_string(std::bit_cast<std::uint64_t>(number));
  for (const std::int64_t number : integers) text += ' ' + std::to_string(number);
  return text;
}

GeneratedTable::GeneratedTable(const TableShape& shape, const std::string& recipe,
                               const Random& random, const std::function<void(RowSink&)>& generate)
    : table_(shape, digest_of(shape, recipe, random), generate) {}

}  // namespace skald
