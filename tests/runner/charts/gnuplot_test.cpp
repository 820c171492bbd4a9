#include "charts/gnuplot.hpp"

#include "has_gnuplot.hpp"
#include "test.hpp"

namespace skald::gnuplot_test {

TEST_CASE("scripts that are drawn together have a picture each, one that fails an empty one") {
  SKALD_NEEDS_GNUPLOT
  const auto script = [](const std::string& title) {
    return "set terminal svg\nplot x title '" + title + "'\n";
  };
  const auto check = [](const std::string& picture, const std::string& title) {
    CHECK(picture.rfind("<?xml") == 0);
    CHECK_THAT(picture, Catch::Contains(title) && Catch::EndsWith("</svg>\n\n"));
  };
  const std::vector<std::string> titles{"first", "second", "third"};
  const auto all = draw_all_by_gnuplot({script("first"), script("second"), script("third")});
  REQUIRE(all.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) check(all[i], titles[i]);
  const auto some = draw_all_by_gnuplot({script("first"), "no command\n", script("second")});
  REQUIRE(some.size() == 3);
  check(some[0], "first");
  CHECK(some[1].empty());
  check(some[2], "second");
}

}  // namespace skald::gnuplot_test
