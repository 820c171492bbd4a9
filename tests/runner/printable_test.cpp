#include "printable.hpp"

#include "catch.hpp"

using namespace skald;

TEST_CASE("control characters do not reach a terminal, lines and letters do") {
  CHECK(printable("a\x1b[31mb\x7f\r") == "a?[31mb??");
  CHECK(printable("a\n\tb", "  ") == "a\n  \tb");
  CHECK(printable("\u00e4 \u00b1") == "\u00e4 \u00b1");
}
