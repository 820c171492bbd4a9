#include "text/bounded.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace skald::text {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }

// The longest suffix of at most `bytes` bytes that begins with a character.
std::string_view utf8_suffix(std::string_view text, std::size_t bytes) {
  std::size_t first = text.size() - std::min(bytes, text.size());
  while (first < text.size() && (static_cast<unsigned char>(text[first]) & 0xC0) == 0x80) ++first;
  return text.substr(first);
}

}  // namespace

std::string name_fault(std::string_view name) {
  if (!name.empty() && name.size() <= kLongestName &&
      std::none_of(name.begin(), name.end(), is_control)) {
    return "";
  }
  return "of " + std::to_string(name.size()) + " bytes; expected 1 to " +
         std::to_string(kLongestName) + " bytes without control characters";
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  const std::string_view begin = utf8_prefix(text, most / 2), end = utf8_suffix(text, most / 2);
  const std::size_t cut = text.size() - begin.size() - end.size();
  return std::string(begin) + "[... " + std::to_string(cut) + " bytes ...]" + std::string(end);
}

}  // namespace skald::text
