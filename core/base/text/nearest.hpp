// Finds the word that somebody probably meant.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace skald::text {

// Returns the number of edits that turn a into b: insertion, deletion or replacement of a letter,
// or a swap of two neighbours, where no letter is edited twice (optimal string alignment). Ignores
// case (ASCII).
std::size_t edit_distance(std::string_view a, std::string_view b);

// Returns the candidate nearest to `word` (the first of equally near ones), or nothing if none is
// near. Near means at most one edit for every three letters of `word`, and at least one. Failing
// that, returns a candidate of at least three letters that is a prefix of `word`, or of which
// `word` is a prefix. Words of more than 500 bytes are near to nothing.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace skald::text
