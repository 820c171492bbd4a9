#include "text/wrapped.hpp"

#include "test.hpp"

TEST_CASE("a paragraph is broken at spaces, by characters, after its indent") {
  CHECK(text::wrapped("", 10) == "");
  CHECK(text::wrapped("one two three", 7) == "one two\n  three");
  CHECK(text::wrapped("one two three", 6, 0) == "one\ntwo\nthree");
  CHECK(text::wrapped("ρρρ ρρρ ρ", 7, 1) == "ρρρ ρρρ\n ρ");
  CHECK(text::wrapped(" one\n two  three ", 9, 0) == "one two\nthree");
  CHECK(text::wrapped("aVeryLongWord b", 4) == "aVeryLongWord\n  b");
}
