#include "grid/read_option.hpp"

#include "fake_plugins.hpp"
#include "test.hpp"

using namespace skald::grid;

namespace {

const OptionInfo& info(std::string_view name) { return *find_option(options_of(fake::fald), name); }

CheckedValue read(const OptionInfo& option, const std::string& json) {
  return read_option(option, json::parse_json(json, "").root, "/study");
}

}  // namespace

TEST_CASE("values have the type of their option") {
  CHECK(read(info("rho"), "1").value == options::OptionValue(1.0));
  CHECK(read(info("step"), "0.12345678901234567").value ==
        options::OptionValue(0.12345678901234567));
  CHECK(read(info("step"), "\"inf\"").value ==
        options::OptionValue(std::numeric_limits<double>::infinity()));
  CHECK(read(info("K"), "1e3").value == options::OptionValue(std::int64_t{1000}));
  CHECK(read(info("K"), "null").value == options::OptionValue());
  CHECK(read(info("K"), "\"= 2\"").value == options::OptionValue(options::Expression{"= 2"}));
  CHECK(read(info("paired"), "false").value == options::OptionValue(false));
  CHECK(read(info("schedule"), "\"every\"").value == options::OptionValue(std::string("every")));
}

TEST_CASE("a list of names and numbers is the text of that list, where any text is allowed") {
  OptionInfo names = info("schedule");
  CHECK(read(names, R"(["every"])").fault == "must be a string, got a list");
  names.choices = "";
  const auto text = std::get<std::string>(read(names, R"(["a, b", 3])").value);
  CHECK(json::parse_json(text, "").root.items.at(0).text == "a, b");
  CHECK(json::parse_json(text, "").root.items.at(1).text == "3");
  CHECK_FALSE(read(names, R"([["a"]])").fault.empty());
  CHECK_FALSE(read(names, "[0.5]").fault.empty());
}

TEST_CASE("auto is the formula that an option has for it") {
  OptionInfo step = info("step");
  CHECK(read(step, "\"auto\"").fault == "must be a number, got \"auto\"");
  step.automatic = "1/L";
  CHECK(read(step, "\"auto\"").value == options::OptionValue(options::Expression{"=1/L"}));
  CHECK(read(step, "\"Auto\"").fault == "must be a number, got \"Auto\"");
}

TEST_CASE("what does not fit says what was expected and found") {
  CHECK(read(info("rho"), "\"0.5\"").fault == "must be a number, got \"0.5\"");
  CHECK(read(info("rho"), "\"0.5\"").hint == "write it without quotes");
  CHECK(read(info("rho"), "[0.5]").hint == "several values belong in \"axes\"");
  CHECK(read(info("rho"), "1e400").fault == "is beyond the range of doubles: 1e400");
  CHECK(read(info("K"), "0").fault == "must be at least 1, got 0");
  CHECK(read(info("K"), "true").fault == "must be an integer, got true");
  CHECK(read(info("paired"), "1").fault == "must be true or false, got 1");
  CHECK(read(info("schedule"), "\"evry\"").fault ==
        "must be one of \"bernoulli\", \"every\", got \"evry\"");
  CHECK(read(info("schedule"), "\"evry\"").hint == "did you mean \"every\"?");
  CHECK(read(info("step"), "0").fault == "must be above 0, got 0");
}

TEST_CASE("a plain document has no formulas, quoted numbers, null or lists of words") {
  const auto plain = [](const OptionInfo& option, const std::string& text) {
    return read_plain(option, json::parse_json(text, "").root);
  };
  CHECK(plain(info("rho"), "0.5").value == options::OptionValue(0.5));
  CHECK(plain(info("rho"), "1.5").fault == "must be in [0, 1], got 1.5");
  CHECK(plain(info("step"), "\"=1/L\"").fault == "must be a number, got \"=1/L\"");
  CHECK(plain(info("step"), "\"inf\"").fault == "must be a number, got \"inf\"");
  CHECK(plain(info("step"), "\"1\"").hint == "write it without quotes");
  CHECK(plain(info("K"), "null").fault == "cannot be null");
  CHECK(plain(info("K"), "1.5").fault == "must be an integer, got 1.5");
  CHECK(plain(info("schedule"), "\"evry\"").hint == "did you mean \"every\"?");
  CHECK(plain(info("schedule"), "[\"every\"]").fault == "must be a string, got a list");
}

TEST_CASE("a computed value is checked like a written one") {
  CHECK(check_number(info("rho"), 0.5).value == options::OptionValue(0.5));
  CHECK(check_number(info("K"), 3).value == options::OptionValue(std::int64_t{3}));
  CHECK(check_number(info("K"), 3.5).fault == "must be an integer, got 3.5");
  CHECK(check_number(info("rho"), std::nan("")).fault == "is not a number");
  CHECK(check_number(info("rho"), 1.5).fault == "must be in [0, 1], got 1.5");
}
