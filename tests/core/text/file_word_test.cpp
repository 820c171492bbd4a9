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
