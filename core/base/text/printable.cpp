#include "text/printable.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>

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

std::string capped(std::string_view text) {
  if (text.size() <= kMostMessageBytes) return std::string(text);
  constexpr std::size_t mark = 64;  // most bytes that the sentence below may take
  const std::string_view kept = utf8_prefix(text, kMostMessageBytes - mark);
  return std::string(kept) + "\n[cut: " + std::to_string(text.size() - kept.size()) +
         " more bytes]";
}

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }

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
