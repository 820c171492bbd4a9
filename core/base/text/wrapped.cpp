#include "text/wrapped.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace skald::text {

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    const std::size_t letters = characters(word);
    const bool is_next = column > 0 && column + 1 + letters > width;
    if (column > 0) out += is_next ? "\n" + std::string(indent, ' ') : " ";
    column = (is_next || column == 0 ? 0 : column + 1) + letters;
    out += word;
    at = end + 1;
  }
  return out;
}

}  // namespace skald::text
