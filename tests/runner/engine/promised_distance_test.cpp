#include "engine/promised_distance.hpp"

#include <stdexcept>

#include "catch.hpp"

namespace promised_distance_test {

using namespace skald;

TEST_CASE("a bound and the exact distance return from their wire form") {
  const auto both = decode_promised_distance(encode({0.25, bounds::ChainBound{3, "Theorem 1"}}));
  CHECK(*both.exact == 0.25);
  CHECK(both.bound->w2 == 3);
  CHECK(both.bound->theorem == "Theorem 1");
  const auto none =
      decode_promised_distance(encode({text::no_value("no law"), text::no_value("no theorem")}));
  CHECK(none.exact.reason() == "no law");
  CHECK(none.bound.reason() == "no theorem");
  const std::string whole = encode({0.25, text::no_value("no theorem")});
  CHECK_THROWS_AS(decode_promised_distance(whole.substr(0, 6)), std::runtime_error);
}

}  // namespace promised_distance_test
