#include "text/file_word.hpp"

#include "text/printable.hpp"

namespace skald::text {

bool FileWord::is_one(std::string_view text) {
  constexpr std::size_t longest = 64;
  constexpr std::string_view allowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return !text.empty() && text.size() <= longest && text.front() != '-' &&
         text.find_first_not_of(allowed) == std::string_view::npos;
}

FileWord::FileWord(std::string_view text) : text_(text) {
  if (is_one(text)) return;
  throw std::invalid_argument("\"" + printable_line(std::string(text.substr(0, 80))) +
                              "\" cannot be part of a file's name: expected letters, digits, '-' "
                              "and '_', 64 at most");
}

}  // namespace skald::text
