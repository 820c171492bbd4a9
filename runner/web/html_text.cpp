#include "web/html_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "text/printable.hpp"
#include "text/sha256.hpp"
#include "text/utf8.hpp"

namespace skald {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  constexpr std::string_view special = "&<>\"'";
  constexpr std::array<std::string_view, 5> entities{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  for (const char c : text) {
    const std::size_t place = special.find(c);
    place == std::string_view::npos ? out.push_back(c) : void(out.append(entities[place]));
  }
  return out;
}

void add_escape(std::string& out, char32_t code) {
  if (code < 0x10000) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(code));
    return;
  }
  const auto beyond = static_cast<std::uint32_t>(code - 0x10000);
  fmt::format_to(std::back_inserter(out), "\\u{:04x}\\u{:04x}", 0xd800 + (beyond >> 10),
                 0xdc00 + (beyond & 0x3ff));
}

bool is_plain(char32_t code) {
  return code >= 0x20 && code < 0x7f && code != '"' && code != '\\' && code != '<' && code != '>' &&
         code != '&';
}

unsigned digit_value(char digit) {
  return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

// Returns the bytes given in hexadecimal, in base 64 (RFC 4648).
std::string base64_of_hexadecimal(std::string_view hexadecimal) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char digit : hexadecimal) {
    bits = bits << 4 | digit_value(digit);
    count += 4;
    if (count < 6) continue;
    count -= 6;
    out += alphabet[bits >> count & 63];
  }
  if (count > 0) out += alphabet[bits << (6 - count) & 63];
  while (out.size() % 4 != 0) out += '=';
  return out;
}

}  // namespace

std::string html_text(std::string_view text) { return escaped(text::printable(text)); }

std::string html_line(std::string_view text) { return escaped(text::printable_line(text)); }

std::string cut_text(const std::string& text, std::size_t most) {
  const std::string_view part = text::utf8_prefix(text, most);
  return part.size() == text.size() ? text : std::string(part) + " ...";
}

std::string script_json(std::string_view text) {
  std::string out = "\"";
  const std::string valid = text::valid_utf8(text);
  for (std::string_view rest = valid; !rest.empty();) {
    const text::Utf8Character character = text::first_character(rest);
    const std::string_view bytes = rest.substr(0, character.bytes);
    rest.remove_prefix(character.bytes);
    const bool is_shown = character.code >= 0x80 && text::is_printable(bytes);
    if (is_plain(character.code) || is_shown) {
      out += bytes;
    } else {
      add_escape(out, character.code);
    }
  }
  return out + '"';
}

std::string content_hash(std::string_view bytes) {
  return "'sha256-" + base64_of_hexadecimal(text::sha256(bytes)) + "'";
}

}  // namespace skald
