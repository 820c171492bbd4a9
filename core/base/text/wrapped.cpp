#include "text/wrapped.hpp"

#include <sstream>

#include "text/utf8.hpp"

namespace skald::text {

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream words(text);
  std::string out;
  std::size_t column = 0;
  for (std::string word; words >> word;) {
    const std::size_t letters = characters(word);
    const bool is_next = column > 0 && column + 1 + letters > width;
    if (column > 0) out += is_next ? "\n" + std::string(indent, ' ') : " ";
    column = (is_next || column == 0 ? 0 : column + 1) + letters;
    out += word;
  }
  return out;
}

}  // namespace skald::text
