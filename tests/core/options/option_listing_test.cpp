#include "options/option_listing.hpp"

#include "test.hpp"

using skald::options::listing;
using skald::options::OptionRow;

TEST_CASE("a listing aligns its columns by characters and leaves out empty ones") {
  const std::vector<OptionRow> rows{{"rho", "", "number", "0", "", "share of noise"},
                                    {"ρ", "", "text", "required", "", "not a byte wider"}};
  CHECK(listing(rows) ==
        "  option  type    default   meaning\n"
        "  rho     number  0         share of noise\n"
        "  ρ       text    required  not a byte wider\n");
  CHECK(listing({}) == "  meaning\n");
}
