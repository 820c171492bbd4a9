#include "text/capped.hpp"

#include "text/utf8.hpp"

namespace skald::text {

std::string capped(std::string_view text) {
  if (text.size() <= kMostMessageBytes) return std::string(text);
  constexpr std::size_t mark = 64;  // most bytes that the sentence below may take
  const std::string_view kept = utf8_prefix(text, kMostMessageBytes - mark);
  return std::string(kept) + "\n[cut: " + std::to_string(text.size() - kept.size()) +
         " more bytes]";
}

}  // namespace skald::text
