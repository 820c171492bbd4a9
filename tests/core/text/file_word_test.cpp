#include "text/file_word.hpp"
#include "test.hpp"

using skald::text::FileWord;

TEST_CASE("a word of a file's name has letters, digits, - and _, no other byte") {
  const std::string allowed = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  for (int byte = 0; byte < 256; ++byte) {
    const std::string word{'a', static_cast<char>(byte)};
    INFO("byte " << byte);
    CHECK(FileWord::is_one(word) == (allowed.find(word[1]) != allowed.npos));
  }
}

TEST_CASE("a word of a file's name has 1 to 64 characters and does not begin with -") {
  CHECK_FALSE(FileWord::is_one(""));
  CHECK(FileWord::is_one("a"));
  CHECK(FileWord::is_one(std::string(64, 'a')));
  CHECK_FALSE(FileWord::is_one(std::string(65, 'a')));
  CHECK_FALSE(FileWord::is_one("-a"));
  CHECK(FileWord::is_one("a-"));
  CHECK(FileWord::is_one("_a"));
  CHECK(FileWord("run_1-a").text() == "run_1-a");
  CHECK_THROWS_WITH(FileWord("../a"),
                    "\"../a\" cannot be part of a file's name: expected letters, "
                    "digits, '-' and '_', 64 at most");
}

using skald::text::percent_encoded;

TEST_CASE("only letters, digits and -._~ stay as they are in an address, and what is asked for") {
  const std::string plain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~";
  constexpr char digits[] = "0123456789ABCDEF";
  for (int byte = 0; byte < 256; ++byte) {
    const std::string one(1, static_cast<char>(byte));
    const std::string encoded{'%', digits[byte / 16], digits[byte % 16]};
    INFO("byte " << byte);
    CHECK(percent_encoded(one) == (plain.find(one) != plain.npos ? one : encoded));
  }
  CHECK(percent_encoded("a/b c", "/") == "a/b%20c");
  CHECK(percent_encoded("θ") == "%CE%B8");
}
