#include "options/option_table.hpp"
#include "test.hpp"

namespace option_table_test {
namespace {

using namespace std::string_literals;

struct Options {
  bool flag = true;
  std::int64_t count = 3;
  double number = 0.25;
  std::optional<double> maybe;
  std::string_view word = "one";
  std::string_view required;
  skald::Numbers array;
};

constexpr auto number = skald::option("number", &Options::number, "a number");
constexpr auto word = skald::option("word", &Options::word, "a word");
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::string fault(const skald::OptionInfo& option) {
  return skald::options::option_table_fault({&option, 1}).value_or("");
}

template <class Change>
std::string fault_after(skald::OptionInfo option, Change change) {
  change(option);
  return fault(option);
}

}  // namespace

TEST_CASE("option_table_fault accepts a table in order") {
  constexpr std::array table{
      skald::option("flag", &Options::flag, "a boolean").info,
      skald::option("K", &Options::count, "an integer").at_least(1).at_most(3).info,
      number.above(0).at_most(0.25).symbol("ρ").info,
      skald::option("maybe", &Options::maybe, "an optional number").above(0).info,
      word.one_of("one|two").info,
      skald::option("file_2", &Options::required, "a file").is_path().info,
      skald::option("array", &Options::array, "numbers").at_least(0).info};
  CHECK(skald::options::option_table_fault(table) == std::nullopt);
  CHECK(skald::options::option_table_fault({}) == std::nullopt);
}

TEST_CASE("option_table_fault finds malformed and repeated names") {
  using Info = skald::OptionInfo;
  for (const char* name : {"a", "z", "A", "Z", "K09_z"})
    CHECK(fault_after(number.info, [&](Info& o) { o.name = name; }).empty());
  CHECK(fault_after(number.info, [](Info& o) { o.name = nullptr; }) == "option 1 has a null name");
  for (const char* name :
       {"", "2nd", "_x", "a-b", "a b", "a{", "`a", "a[", "@a", "a:", "a/", "schritt\xc3\xa4"}) {
    CHECK(fault_after(number.info, [&](Info& o) { o.name = name; }) ==
          "option 1 ('"s + name +
              "') has a malformed name; expected a letter, then letters, digits or '_', at "
              "most 200 in all");
  }
  static const std::string longest(200, 'n'), longer = longest + "n";
  CHECK(fault_after(number.info, [](Info& o) { o.name = longest.c_str(); }).empty());
  CHECK(fault_after(number.info, [](Info& o) { o.name = longer.c_str(); }) ==
        "option 1 ('" + std::string(100, 'n') + "[... 1 bytes ...]" + std::string(100, 'n') +
            "') has a malformed name; expected a letter, then letters, digits or '_', at most 200 "
            "in all");
  CHECK(fault_after(number.info, [](Info& o) { o.name = "plugin"; }) ==
        "option 1 ('plugin') has a reserved name: a grid names the plugin itself with it");
  const std::array twice{number.info, word.info, number.info};
  CHECK(skald::options::option_table_fault(twice) ==
        "option 3 ('number') has the name of an earlier option");
}

TEST_CASE("option_table_fault finds what is missing or contradictory") {
  using Info = skald::OptionInfo;
  const std::string null =
      "option 1 ('number') has a null symbol, doc, choices, default_text, automatic, only_if or "
      "stable_to; expected a text, possibly empty";
  CHECK(fault_after(number.info, [](Info& o) { o.symbol = nullptr; }) == null);
  CHECK(fault_after(number.info, [](Info& o) { o.doc = nullptr; }) == null);
  CHECK(fault_after(number.info, [](Info& o) { o.choices = nullptr; }) == null);
  CHECK(fault_after(number.info, [](Info& o) { o.default_text = nullptr; }) == null);
  CHECK(fault_after(number.info, [](Info& o) { o.automatic = nullptr; }) == null);
  CHECK(fault_after(number.info, [](Info& o) { o.only_if = nullptr; }) == null);
  CHECK(fault_after(number.info, [](Info& o) { o.stable_to = nullptr; }) == null);
  CHECK(fault_after(word.info, [](Info& o) { o.automatic = "1/L"; }) ==
        "option 1 ('word') has a formula for \"auto\" but is not numeric");
  CHECK(fault_after(word.info, [](Info& o) { o.stable_to = "1/L"; }) ==
        "option 1 ('word') has a formula for the longest stable step but is no number");
  CHECK(fault_after(number.info, [](Info& o) { o.stable_to = "1/L"; }).empty());
  CHECK(fault_after(number.info, [](Info& o) { o.doc = ""; }) ==
        "option 1 ('number') has no documentation");
  CHECK(fault_after(number.info, [](Info& o) { o.type = skald::OptionType{6}; }) ==
        "option 1 ('number') has an unknown type");
  CHECK(fault_after(number.info, [](Info& o) { o.optional = true; }) ==
        "option 1 ('number') is optional and has a default; expected one of the two");
  CHECK(fault_after(number.info, [](Info& o) { o.type = skald::OptionType::numbers; }) ==
        "option 1 ('number') is an array with a default; expected none");
}

TEST_CASE("option_table_fault finds bounds and defaults that exclude each other") {
  CHECK(fault(number.above(0.25).info) ==
        "option 1 ('number') has the default 0.25, which must be above 0.25");
  CHECK(fault(skald::option("c", &Options::count, "d").at_least(4).info) ==
        "option 1 ('c') has the default 3, which must be at least 4");
  CHECK(fault(word.one_of("two|three").info) ==
        "option 1 ('word') has the default 'one', which must be one of \"two\", \"three\"");
  CHECK(fault(number.at_least(1).below(1).info) ==
        "option 1 ('number') has bounds that no value meets, in [1, 1)");
  CHECK(fault(number.at_least(not_a_number).info) ==
        "option 1 ('number') has bounds that no value meets, at least nan");
  CHECK(fault(word.above(0).info) == "option 1 ('word') has bounds but is not numeric");
  CHECK(fault(number.one_of("a|b").info) ==
        "option 1 ('number') has choices but is not of type text");
  skald::OptionInfo odd = number.info;
  odd.default_number = not_a_number;
  CHECK(fault(odd) == "option 1 ('number') has the default nan, which must be a number");
}

}  // namespace option_table_test

using namespace skald::options;

TEST_CASE("borrowed shows the value where it lies") {
  CHECK_FALSE(borrowed({}).set);
  CHECK(borrowed(true).boolean);
  CHECK(borrowed(std::int64_t{-7}).integer == -7);
  CHECK(borrowed(2.5).number == 2.5);
  const OptionValue text = "a word";
  CHECK(borrowed(text).text == std::get<std::string>(text).c_str());
  const OptionValue array = NumberArray{{1, 2, 3, 4, 5, 6}, {2, 3}};
  const Value value = borrowed(array);
  const OptionValue path = FilePath{"a", "/b/a"};
  CHECK(borrowed(path).text == std::get<FilePath>(path).resolved.c_str());
  CHECK(value.set);
  CHECK(value.numbers == std::get<NumberArray>(array).values.data());
  CHECK(value.rank == 2);
  CHECK(value.shape[1] == 3);
}

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
