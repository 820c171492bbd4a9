// A word from outside that becomes part of a file's name.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace skald::text {

// Letters, digits, '-' and '_', 1 to 64 of them, of which '-' is not the first: such a word holds
// no separator, leads to no other folder, and is no option of a program. Every name that is read
// from a file and becomes part of a path is one.
class FileWord {
 public:
  static bool is_one(std::string_view text);

  // Throws std::invalid_argument if the text is none.
  explicit FileWord(std::string_view text);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Names as addresses and files may have them.

// Writes every character but letters, digits, "-._~" (RFC 3986, section 2.3) and those of `plain`
// as %XX.
std::string percent_encoded(std::string_view text, std::string_view plain = "");

}  // namespace skald::text
