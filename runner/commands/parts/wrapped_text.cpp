#include "commands/parts/wrapped_text.hpp"

#include <sstream>

namespace skald {

std::string wrapped_text(std::string_view text, std::size_t width) {
  std::istringstream words{std::string(text)};
  std::string lines;
  std::size_t length = 0;  // of the last line
  for (std::string word; words >> word; length += word.size()) {
    if (!lines.empty()) {
      const bool fits = length + 1 + word.size() <= width;
      lines += fits ? ' ' : '\n';
      length = fits ? length + 1 : 0;
    }
    lines += word;
  }
  return lines;
}

}  // namespace skald
