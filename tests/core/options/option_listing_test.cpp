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

TEST_CASE("rows that are too wide for a terminal are paragraphs") {
  const std::vector<OptionRow> rows{{"rho", "ρ", "number", "0", "in [0, 1]",
                                     "share of the noise that all clients have in common"},
                                    {"K", "K", "integer", "required", "", "local steps"}};
  CHECK(listing(rows, 120) == listing(rows));
  CHECK(listing(rows, 35) ==
        "  rho (ρ): number, default 0, in\n"
        "    [0, 1]\n"
        "      share of the noise that all\n"
        "      clients have in common\n"
        "  K: integer, required\n"
        "      local steps\n");
  // A line may be as long as the terminal is wide, and no longer.
  CHECK(listing({{"rho", "ρ", "number", "0", "in [0, 1]", "noise"}}, 32) ==
        "  rho (ρ): number, default 0, in\n"
        "    [0, 1]\n"
        "      noise\n");
  CHECK(listing({{"rho", "ρ", "number", "0", "in [0, 1]", "noise"}}, 31) ==
        "  rho (ρ): number, default 0,\n"
        "    in [0, 1]\n"
        "      noise\n");
}
