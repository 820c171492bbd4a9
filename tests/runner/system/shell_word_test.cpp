#include "system/shell_word.hpp"

#include "test.hpp"

TEST_CASE("a word is quoted where a shell would read more into it") {
  CHECK(shell_word("results/a-1.db") == "results/a-1.db");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("my results.db") == "'my results.db'");
  CHECK(shell_word("x; rm -r *") == "'x; rm -r *'");
  CHECK(shell_word("it's") == "'it'\\''s'");
}
