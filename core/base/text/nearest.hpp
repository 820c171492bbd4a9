// The word somebody probably meant.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace skald::text {

// Edits that turn a into b: insertion, deletion or replacement of a letter, or a swap of two
// neighbours, no letter being edited twice (optimal string alignment). Case is ignored (ASCII).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to `word` (the first of equally near ones), or none if nothing is near: at
// most one edit for every three letters of `word`, and one at least. Failing that, a candidate of
// three letters or more that `word` begins with or that begins with `word`.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace skald::text
