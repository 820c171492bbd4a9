#include "text/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace skald::text {
namespace {

constexpr std::size_t kLongestWord = 500;  // the distance takes the product of two lengths

char lower(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lower(std::string_view word) {
  std::string out(word);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return lower(c); });
  return out;
}

bool one_begins_with_the_other(std::string_view a, std::string_view b) {
  return std::min(a.size(), b.size()) >= 3 && (a.starts_with(b) || b.starts_with(a));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::string s = lower(a);
  const std::string t = lower(b);
  // Rows i-2, i-1 and i of the distance between the first i letters of s and the first j of t.
  std::vector<std::size_t> before(t.size() + 1), above(t.size() + 1), row(t.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= s.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= t.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (s[i - 1] == t[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && s[i - 1] == t[j - 2] && s[i - 2] == t[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row.back();
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.size() > kLongestWord) return std::nullopt;
  const std::size_t reach = std::max<std::size_t>(1, word.size() / 3);
  std::size_t best = reach + 1;
  const std::string* found = nullptr;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongestWord) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= best) continue;
    best = distance;
    found = &candidate;
  }
  if (found) return *found;
  const auto related = std::find_if(
      candidates.begin(), candidates.end(),
      [&](const std::string& c) { return one_begins_with_the_other(lower(word), lower(c)); });
  if (related != candidates.end()) return *related;
  return std::nullopt;
}

}  // namespace skald::text
