#include "text/quoted.hpp"

#include "test.hpp"

using namespace skald::text;

TEST_CASE("texts of others stay texts within JSON and CSV") {
  CHECK(json_string("a\"b\\c\n") == "\"a\\\"b\\\\c\\u000a\"");
  CHECK(csv_field("plain") == "plain");
  CHECK(csv_field("a,\"b\"") == "\"a,\"\"b\"\"\"");
  CHECK(csv_field("=1+1") == "'=1+1");
  CHECK(csv_field("-") == "-");
}
