#include "grid/run_members.hpp"

#include "fake_plugins.hpp"
#include "grid/grid.hpp"
#include "json/json.hpp"
#include "read_grids.hpp"
#include "test.hpp"

using namespace skald::grid;
using namespace fake;

namespace tuned_text_test {
namespace {

using skald::stopping::Side;

constexpr const char* kEntry =
    R"({"option":"sampler.p_c","when":{"sampler.plugin":"fald","run.chains":4},"value":0.2,)"
    R"("below":"inside","above":"open","metric":"w2","factor":1.5,"points":7,"runs":70,)"
    R"("privacy":"not private"})";

std::vector<TunedChoice> read(const std::string& list, std::vector<json::Diagnostic>& found) {
  return read_tuned(json::read_json(list), found);
}

// The messages about one entry, in which `from` is replaced.
std::string messages_with(const std::string& from, const std::string& to) {
  std::string entry = kEntry;
  entry.replace(entry.find(from), from.size(), to);
  std::vector<json::Diagnostic> found;
  read("[" + entry + "]", found);
  std::string text;
  for (const json::Diagnostic& one : found) text += one.path + ": " + one.message + "\n";
  return text;
}

}  // namespace

TEST_CASE("a tuned choice is read as it is written") {
  std::vector<json::Diagnostic> found;
  const auto choices = read(std::string("[") + kEntry + "]", found);
  CHECK(found.empty());
  REQUIRE(choices.size() == 1);
  CHECK(choices[0].option == "sampler.p_c");
  CHECK(choices[0].when.size() == 2);
  CHECK(choices[0].below == Side::inside);
  CHECK(choices[0].above == Side::open);
  CHECK(choices[0].runs == 70);
  CHECK(json::write_json(to_json(choices[0])) == kEntry);
}

TEST_CASE("a number of a tuned choice may be nothing, and is at most 1e15") {
  for (const char* sound : {"0", "1e15"}) {
    CAPTURE(sound);
    CHECK(messages_with("\"factor\":1.5", std::string("\"factor\":") + sound).empty());
  }
  for (const char* wrong : {"-1e-9", "1.1e15", "\"1.5\""}) {
    CAPTURE(wrong);
    CHECK_THAT(messages_with("\"factor\":1.5", std::string("\"factor\":") + wrong),
               Catch::Contains("\"factor\" must be "));
  }
}

TEST_CASE("an open side counts unless somebody has said why it may be") {
  TunedChoice choice;
  choice.below = Side::inside;
  choice.above = Side::open;
  CHECK(choice.has(Side::open));
  CHECK(choice.has(Side::inside));
  CHECK_FALSE(choice.has(Side::flat));
  choice.may_be_open = "no larger value is stable";
  CHECK_FALSE(choice.has(Side::open));
}

TEST_CASE("what is wrong with a tuned choice is said, and unknown sides are open") {
  CHECK(messages_with(R"("inside")", R"("fine")") ==
        "/tuned/0/below: \"below\" must be one of \"inside\", \"diverged\", \"bound\", \"flat\", "
        "\"open\", got \"fine\"\n");
  CHECK(messages_with("sampler.p_c", "p_c") ==
        "/tuned/0/option: \"option\" must be the full name of an option, got \"p_c\"\n");
  CHECK(messages_with(R"("runs":70)", R"("runs":-1)") ==
        "/tuned/0/runs: \"runs\" must be at least 0, got -1\n");
  CHECK(messages_with(R"("privacy")", R"("privacies")") ==
        "/tuned/0/privacies: an entry of \"tuned\" has no \"privacies\"\n");
  CHECK(messages_with(R"("value":0.2,)", "") ==
        "/tuned/0: an entry of \"tuned\" has no \"value\"\n");
  std::vector<json::Diagnostic> found;
  CHECK(read("{}", found).empty());
  CHECK(read("[1]", found).empty());
  CHECK(found.size() == 2);
  CHECK(read("[{}]", found).front().has(Side::open));
}

TEST_CASE("a grid may carry what was tuned, which is no part of its cells") {
  const std::string sampler = R"({"plugin": "fald", "p_c": 0.2})";
  const std::string metrics = R"("metrics": ["w2"])";
  const Grid plain = grid_of(grid_text(sampler, metrics));
  const Grid tuned =
      grid_of(grid_text(sampler, metrics + ", \"tuned\": [" + std::string(kEntry) + "]"));
  CHECK(tuned.cells == plain.cells);
}

}  // namespace tuned_text_test
