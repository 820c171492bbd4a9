#include "grid/axis_values.hpp"
#include "fake_plugins.hpp"
#include "grid/grid.hpp"
#include "options/option_value.hpp"
#include "read_grids.hpp"
#include "test.hpp"

using namespace skald::grid;

namespace {

AxisValues values_of(const std::string& text) {
  const json::JsonDocument document = json::parse_json(text, "x.json");
  REQUIRE(document.readable);
  return axis_values(document.root);
}

std::vector<std::string> literals(const std::string& text) {
  std::vector<std::string> texts;
  for (const json::JsonValue& value : values_of(text).values)
    texts.push_back(json::write_json(value));
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a list is its items, a value a list of one") {
  CHECK(literals(R"([1e5, "= p_c", null, [1]])") == Texts{"1e5", "\"= p_c\"", "null", "[1]"});
  CHECK(literals("0.5") == Texts{"0.5"});
}

TEST_CASE("made values hit their ends exactly") {
  CHECK(literals(R"({"linspace": [0, 0.3, 4]})") == Texts{"0", "0.1", "0.2", "0.3"});
  CHECK(literals(R"({"linspace": [1, -1, 3]})") == Texts{"1", "0", "-1"});
  CHECK(literals(R"({"logspace": [1, 1000, 4]})") == Texts{"1", "10", "100", "1000"});
  CHECK(literals(R"({"logspace": [0.3, 0.003, 3]})") == Texts{"0.3", "0.03", "0.003"});
  CHECK(literals(R"({"range": [0, 1, 0.4]})") == Texts{"0", "0.4", "0.8"});
  CHECK(literals(R"({"range": [0, 0.3, 0.1]})") == Texts{"0", "0.1", "0.2", "0.3"});
  CHECK(literals(R"({"range": [2, 2, 1]})") == Texts{"2"});
}

TEST_CASE("the length of an axis is known before it is made") {
  const auto length = [](const std::string& text) {
    const json::JsonDocument document = json::parse_json(text, "x.json");
    const std::int64_t told = axis_length(document.root);
    CHECK(told == std::ssize(axis_values(document.root).values));
    return told;
  };
  CHECK(length("[1, 2, 3]") == 3);
  CHECK(length("7") == 1);
  CHECK(length(R"({"linspace": [0, 1, 4]})") == 4);
  CHECK(length(R"({"logspace": [1, 8, 5]})") == 5);
  CHECK(length(R"({"range": [0, 0.3, 0.1]})") == 4);
  CHECK(length(R"({"range": [0, 1, -1]})") == 0);
  CHECK(length(R"({"range": [0, 1e300, 1]})") == 0);
  CHECK(length(R"({"linspace": [0, 1, 1e9]})") == 0);
  CHECK(length("[]") == 0);
}

TEST_CASE("what makes no values says why") {
  const auto fault = [](const std::string& text) { return values_of(text).fault; };
  CHECK(fault("[]") == "has no values");
  CHECK(fault("{}") == "must be a list");
  CHECK(fault(R"({"geomspace": [1, 2, 3]})") == "cannot be made by \"geomspace\"");
  CHECK(fault(R"({"linspace": [1, 2]})") == "needs three numbers for \"linspace\"");
  CHECK(fault(R"({"linspace": [1, 2, 1]})") == "needs from 2 to 100000 values, got 1");
  CHECK(fault(R"({"linspace": [1, 2, 2.5]})") == "needs from 2 to 100000 values, got 2.5");
  CHECK(fault(R"({"logspace": [0, 2, 3]})") == "goes from a value above 0 to a value above 0");
  CHECK(fault(R"({"range": [0, 1, -1]})") == "is an empty range");
  CHECK(fault(R"({"range": [0, 0, 0]})") == "is an empty range");
  CHECK(fault(R"({"range": [0, 1, 0]})") == "is a range of more than 100000 values");
  CHECK(fault(R"({"range": [0, 1e300, 1e-300]})") == "is a range of more than 100000 values");
}

namespace distribution_test {

using namespace skald::grid;
using namespace fake;

Distribution distribution_of(const std::string& text) {
  const ReadDistribution read = read_distribution(json::parse_json(text, "x").root);
  REQUIRE(read.fault.empty());
  return read.distribution;
}
std::string value(const std::string& text, double u) { return distribution_of(text).value(u).text; }
std::string fault(const std::string& text) {
  return read_distribution(json::parse_json(text, "x").root).fault;
}

TEST_CASE("a draw is the quantile of a uniform number, with few digits and within the ends") {
  CHECK(value(R"({"uniform": [-1, 3]})", 0.5) == "1");
  CHECK(value(R"({"uniform": [0, 1]})", 1.0 / 3) == "0.3333");
  CHECK(value(R"({"uniform": [0.12344, 1]})", 0) == "0.12344");  // .1234 is outside
  CHECK(value(R"({"log_uniform": [1e-4, 1]})", 0.5) == "0.01");
  CHECK(value(R"({"log_uniform": [2, 8]})", 0) == "2");
  CHECK(value(R"({"integers": [3, 5]})", 0) == "3");
  CHECK(value(R"({"integers": [3, 5]})", 0.34) == "4");
  CHECK(value(R"({"integers": [3, 5]})", std::nextafter(1.0, 0.0)) == "5");
  CHECK(value(R"(["a", "b", "c", "d"])", 0.74) == "c");
  CHECK(value(R"(["a", "b"])", std::nextafter(1.0, 0.0)) == "b");
}

TEST_CASE("what cannot be drawn from is refused") {
  CHECK(fault(R"({"uniform": [1, 1]})") == "goes from a smaller to a larger value");
  CHECK(fault(R"({"uniform": [0, 1, 2]})") == "needs its two ends [a, b], numbers");
  CHECK(fault(R"({"uniform": ["a", 1]})") == "needs its two ends [a, b], numbers");
  CHECK(fault(R"({"log_uniform": [0, 1]})") == "goes from a value above 0");
  CHECK(fault(R"({"integers": [0.5, 3]})") == "goes from an integer to an integer");
  CHECK(fault(R"({"normal": [0, 1]})") == R"(cannot be drawn by "normal")");
  CHECK(fault("[]") == "has no choices");
  CHECK(fault("3") == "is drawn from nothing");
}

// Counts in ten bins of 10 000 numbers: chi-square with 9 degrees of freedom exceeds 27.9 with a
// probability of .001. The numbers are fixed.
TEST_CASE("the numbers behind draws are uniform, and those of two options independent") {
  std::map<int, int> one, both;
  for (std::int64_t i = 0; i < 10000; ++i) {
    const double u = uniform_number(1, "lr", i), v = uniform_number(1, "K", i);
    REQUIRE((u >= 0 && u < 1));
    ++one[static_cast<int>(10 * u)];
    ++both[static_cast<int>(10 * std::fmod(u + v, 1.0))];
  }
  for (const auto& counts : {one, both}) {
    double chi_square = 0;
    for (const auto& [bin, count] : counts) chi_square += std::pow(count - 1000.0, 2) / 1000;
    CHECK(counts.size() == 10);
    CHECK(chi_square < 27.9);
  }
  CHECK(uniform_number(1, "lr", 0) != uniform_number(2, "lr", 0));
}

std::vector<std::string> settings(const std::string& random) {
  std::vector<std::string> all;
  const Grid grid =
      grid_of(grid_text(R"({"plugin": "fald"})", R"("axes": [{"random": )" + random + "}]"));
  for (const Cell& cell : grid.cells) {
    std::string text;
    for (const char* option : {"p_c", "batch"}) {
      text += std::string(option) + " " +
              options::display(*cell.find(options::Section::sampler, option)) + " ";
    }
    all.push_back(text);
  }
  return all;
}

TEST_CASE("a random axis has different settings, more draws keep those before") {
  const std::string options =
      R"("p_c": {"log_uniform": [0.001, 1]}, "batch": {"integers": [1, 3]})";
  const auto three = settings(R"({"draws": 3, )" + options + "}");
  const auto nine = settings(R"({"draws": 9, )" + options + "}");
  REQUIRE(three.size() == 3);
  REQUIRE(nine.size() == 9);
  CHECK(std::equal(three.begin(), three.end(), nine.begin()));
  CHECK(std::set(nine.begin(), nine.end()).size() == 9);
  CHECK(settings(R"({"draws": 3, "seed": 1, )" + options + "}") != three);
  // All four of four choices, each once.
  const auto four = settings(R"({"draws": 4, "p_c": [0.1, 0.2], "batch": [1, 2]})");
  CHECK(std::set(four.begin(), four.end()).size() == 4);
}

TEST_CASE("faults of a random axis are told at their place") {
  const auto told = [](const std::string& random) {
    return only_fault(
        grid_text(R"({"plugin": "fald"})", R"("axes": [{"random": )" + random + "}]"));
  };
  CHECK(told(R"({"p_c": [0.1]})").message == R"("random" has no "draws")");
  CHECK(told(R"({"draws": 0, "p_c": [0.1]})").message ==
        R"("draws" must be an integer of at least 1, got 0)");
  CHECK(told(R"({"draws": 3, "p_c": [0.1, 0.2]})").message ==
        R"("random" finds 2 different settings, not 3)");
  const json::Diagnostic ends = told(R"({"draws": 3, "p_c": {"uniform": [1, 0]}})");
  CHECK(ends.message == R"("p_c" goes from a smaller to a larger value)");
  CHECK(ends.path == "/axes/0/random/p_c");
  CHECK(told(R"({"draws": 3, "p_c": {"uniform": [2, 3]}})").path == "/axes/0/random/p_c");
  CHECK(told(R"({"draws": 100001, "p_c": {"uniform": [0, 1]}})").hint == "split the grid");
}

}  // namespace distribution_test
