#include "printable.hpp"

namespace skald {

std::string printable(std::string_view text, std::string_view margin) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_control = (byte < 32 && c != '\n' && c != '\t') || byte == 127;
    result += is_control ? '?' : c;
    if (c == '\n') result += margin;
  }
  return result;
}

}  // namespace skald
