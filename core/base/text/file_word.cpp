#include "text/file_word.hpp"

#include <algorithm>

#include "text/printable.hpp"

namespace skald::text {

bool FileWord::is_one(std::string_view text) {
  constexpr std::size_t longest = 64;
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_';
  };
  return !text.empty() && text.size() <= longest && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), is_allowed);
}

FileWord::FileWord(std::string_view text) : text_(text) {
  if (is_one(text)) return;
  throw std::invalid_argument("\"" + printable_line(std::string(text.substr(0, 80))) +
                              "\" cannot be part of a file's name: expected letters, digits, '-' "
                              "and '_', 64 at most");
}

namespace {

bool is_unreserved(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

}  // namespace

std::string percent_encoded(std::string_view text, std::string_view plain) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_unreserved(c) || plain.find(c) != plain.npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += {'%', digits[byte / 16], digits[byte % 16]};
  }
  return out;
}

}  // namespace skald::text
