#include "text/printable.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "text/utf8.hpp"

namespace skald::text {
namespace {

struct Range {
  char32_t first, last;
};

// Unicode 14: general categories Cc, Cf, Co, Zl and Zp beyond ASCII, noncharacters, and the tags
// and selectors of plane 14.
constexpr std::array kHidden = {
    Range{0x80, 0x9f},       Range{0xad, 0xad},       Range{0x600, 0x605},
    Range{0x61c, 0x61c},     Range{0x6dd, 0x6dd},     Range{0x70f, 0x70f},
    Range{0x890, 0x891},     Range{0x8e2, 0x8e2},     Range{0x180e, 0x180e},
    Range{0x200b, 0x200f},   Range{0x2028, 0x202e},   Range{0x2060, 0x206f},
    Range{0xe000, 0xf8ff},   Range{0xfdd0, 0xfdef},   Range{0xfeff, 0xfeff},
    Range{0xfff9, 0xfffb},   Range{0x110bd, 0x110bd}, Range{0x110cd, 0x110cd},
    Range{0x13430, 0x13438}, Range{0x1bca0, 0x1bca3}, Range{0x1d173, 0x1d17a},
    Range{0xe0000, 0xe0fff}, Range{0xf0000, 0x10ffff}};

bool is_hidden(char32_t code) {
  if (code < 0x80) return code < 0x20 || code == 0x7f;
  if ((code & 0xfffe) == 0xfffe) return true;
  const auto range = std::lower_bound(kHidden.begin(), kHidden.end(), code,
                                      [](const Range& r, char32_t c) { return r.last < c; });
  return range != kHidden.end() && range->first <= code;
}

// Returns the number of leading bytes that are printed as is whatever follows.
std::size_t plain_bytes(std::string_view text) {
  const auto is_plain = [](char c) { return c >= ' ' && c < '\x7f'; };
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_plain) -
                                  text.begin());
}

std::string escape(const Utf8Character& character) {
  std::array<char, 16> text{};
  const bool is_byte = !character.is_valid || character.code < 0x80;
  const char* form = is_byte ? "\\x%02x" : character.code < 0x10000 ? "\\u%04x" : "\\U%08x";
  std::snprintf(text.data(), text.size(), form, static_cast<unsigned>(character.code));
  return text.data();
}

}  // namespace

std::string printable(std::string_view text, std::string_view margin) {
  std::string result;
  result.reserve(text.size());
  while (true) {
    const std::size_t plain = plain_bytes(text);
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return result;
    const Utf8Character character = first_character(text);
    const bool is_layout = character.code == '\n' || character.code == '\t';
    if (character.is_valid && (is_layout || !is_hidden(character.code))) {
      result += text.substr(0, character.bytes);
    } else {
      result += escape(character);
    }
    if (character.code == '\n') result += margin;
    text.remove_prefix(character.bytes);
  }
}

bool is_printable(std::string_view text) { return printable(text) == text; }

std::string printable_line(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    if (c == '\n') {
      result += "\\x0a";
    } else if (c == '\t') {
      result += "\\x09";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace skald::text
