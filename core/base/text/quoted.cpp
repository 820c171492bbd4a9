#include "text/quoted.hpp"

#include <array>
#include <cstdio>

#include "text/utf8.hpp"

namespace skald::text {

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : valid_utf8(text)) {
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(c));
      result += code.data();
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string csv_field(std::string_view given) {
  std::string text = valid_utf8(given);
  const bool is_formula =
      text.size() > 1 && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  if (is_formula) text.insert(text.begin(), '\'');
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

}  // namespace skald::text
