#include "account/beside.hpp"

#include <algorithm>

namespace skald {

std::string beside(const std::string& text) {
  constexpr std::size_t kWidth = 80;
  const std::string indent(kBesideWidth, ' ');
  std::string out, line = indent;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (line.size() + (end - at) >= kWidth) {
      out += line + "\n";
      line = indent;
    }
    line += (line.size() > kBesideWidth ? " " : "") + text.substr(at, end - at);
    at = end + 1;
  }
  return out + line + "\n";
}

}  // namespace skald
