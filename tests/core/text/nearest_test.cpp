#include "text/nearest.hpp"

#include "test.hpp"

TEST_CASE("edit_distance counts letters inserted, deleted, replaced and swapped") {
  CHECK(skald::text::edit_distance("", "") == 0);
  CHECK(skald::text::edit_distance("", "fald") == 4);
  CHECK(skald::text::edit_distance("fald", "") == 4);
  CHECK(skald::text::edit_distance("fald", "falld") == 1);
  CHECK(skald::text::edit_distance("fald", "fal") == 1);
  CHECK(skald::text::edit_distance("fald", "fold") == 1);
  CHECK(skald::text::edit_distance("fald", "fadl") == 1);
  CHECK(skald::text::edit_distance("kitten", "sitting") == 3);
  CHECK(skald::text::edit_distance("ca", "abc") == 3);  // a swapped pair is not edited again
  CHECK(skald::text::edit_distance("Rho", "rHO") == 0);
}

TEST_CASE("nearest suggests a word only if it is near") {
  const std::vector<std::string> options = {"step", "p_c", "rho", "batch", "temp", "K", "eps"};
  CHECK(skald::text::nearest("setp", options) == "step");
  CHECK(skald::text::nearest("bathc", options) == "batch");
  CHECK(skald::text::nearest("k", options) == "K");
  CHECK(skald::text::nearest("pc", options) == "p_c");
  CHECK_FALSE(skald::text::nearest("momentum", options));
  CHECK_FALSE(skald::text::nearest("rate", options));
  CHECK_FALSE(skald::text::nearest("step", {}));
}

TEST_CASE("nearest prefers the fewest edits, and then the first") {
  const std::vector<std::string> names = {"fald", "vr_fald", "fa_ld"};
  CHECK(skald::text::nearest("vr_fadl", names) == "vr_fald");
  CHECK(skald::text::nearest("fa_ld", names) == "fa_ld");
  CHECK(skald::text::nearest("faxd", names) == "fald");
  // Near enough, but farther than one before.
  const std::vector<std::string> samplers = {"sampler", "samplers", "simpler"};
  CHECK(skald::text::nearest("sampler", samplers) == "sampler");
}

TEST_CASE("nearest recognises a long form by its beginning") {
  const std::vector<std::string> options = {"step", "eps", "K"};
  CHECK(skald::text::nearest("step_size", options) == "step");
  CHECK(skald::text::nearest("epsilon", options) == "eps");
  CHECK_FALSE(skald::text::nearest("kernel", options));  // one letter is too little
}
