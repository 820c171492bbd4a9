// The section "start": what it says, what it cannot say, and the identity of cells that have it.
#include "grid/cell.hpp"

#include "grid/canonical.hpp"
#include "read_grids.hpp"
#include "test.hpp"

namespace starting_cell_test {

using namespace skald::grid;
using fake::faults_of;
using fake::grid_of;
using fake::grid_text;
using fake::only_fault;

namespace {

const std::string kFald = R"({"plugin": "fald", "p_c": 0.5})";
const std::string kStart =
    R"("start": {"sampler": {"plugin": "ula", "step": 0.5}, "run": {"rounds": 7}})";

// A grid whose start is this object.
std::string with_start(const std::string& start, const std::string& rest = "") {
  return grid_text(kFald, R"("start": )" + start + rest);
}

options::OptionValue length(const StartChoice& start, std::string_view name) {
  const options::OptionValue* value = options::find_value(start.run.items(), name);
  REQUIRE(value != nullptr);
  return *value;
}

}  // namespace

TEST_CASE("a start is part of the cell, and of its identity") {
  const Cell plain = grid_of(grid_text(kFald)).cells.at(0);
  const Cell cell = grid_of(grid_text(kFald, kStart)).cells.at(0);
  CHECK_FALSE(plain.start);
  REQUIRE(cell.start);
  CHECK(cell.start->sampler.plugin == "ula");
  REQUIRE(cell.start->run.size() == 2);
  CHECK(length(*cell.start, "iterations") == options::OptionValue());
  CHECK(length(*cell.start, "rounds") == options::OptionValue(std::int64_t{7}));
  // Without the start, the cell is the plain one, to the last character.
  Cell bare = cell;
  bare.start.reset();
  CHECK(canonical_json(bare) == canonical_json(plain));
  const std::string text = canonical_json(plain);
  CHECK(text.find("start") == std::string::npos);
  CHECK(canonical_json(cell) ==
        text.substr(0, text.size() - 1) +
            R"(,"start":{"run":{"iterations":null,"rounds":7},"sampler":{"numerics_revision":1,)"
            R"("options":{"step":0.5},"plugin":"ula"}}})");
  CHECK(read_cell(write_cell(cell)) == cell);
  CHECK(canonical_json(read_cell(canonical_json(cell))) == canonical_json(cell));
  CHECK(cell.all_plugins().back() == cell.start->sampler);
  CHECK(cell.all_plugins().size() == plain.all_plugins().size() + 1);
}

TEST_CASE("each part of a start makes another cell") {
  const std::vector<std::string> starts{
      R"({"sampler": {"plugin": "ula", "step": 0.5}, "run": {"rounds": 7}})",
      R"({"sampler": {"plugin": "ula", "step": 0.25}, "run": {"rounds": 7}})",
      R"({"sampler": {"plugin": "ula", "step": 0.5}, "run": {"rounds": 8}})",
      R"({"sampler": {"plugin": "ula", "step": 0.5}, "run": {"iterations": 7}})",
      R"({"sampler": {"plugin": "fald", "step": 0.5}, "run": {"rounds": 7}})"};
  CanonicalWriter writer;
  std::set<std::string> hashes{cell_hash(grid_of(grid_text(kFald)).cells.at(0))};
  for (const std::string& start : starts) {
    const Cell cell = grid_of(with_start(start)).cells.at(0);
    CHECK(writer.write(cell) == canonical_json(cell));
    hashes.insert(cell_hash(cell));
  }
  CHECK(hashes.size() == starts.size() + 1);
}

TEST_CASE("when a start has conditions, only the cells in which they hold have it") {
  const Grid grid = grid_of(with_start(
      R"({"when": {"sampler.plugin": "vr_fald", "rho": [0, 0.5]},
          "sampler": {"plugin": "ula"}, "run": {"iterations": 10}})",
      R"(, "axes": [{"sampler.plugin": ["fald", "vr_fald"]}, {"rho": [0, 0.5, 1]}])"));
  REQUIRE(grid.cells.size() == 6);
  for (const Cell& cell : grid.cells) {
    const bool wanted = cell.choice(Kind::sampler).plugin == "vr_fald" &&
                        fake::sampler_option(cell, "rho") != options::OptionValue(1.0);
    CHECK(cell.start.has_value() == wanted);
  }
}

TEST_CASE("formulas of a start name its own sampler and the cell's other sections") {
  const Cell cell =
      grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.5, "step": "= 1 / step_bound"})",
                        R"("start": {"sampler": {"plugin": "fald", "K": 3, "step": "= 1 / K",
                                                 "rho": "= step_bound / 2"},
                                     "run": {"iterations": "= 10 * K * chains"}})",
                        R"({"iterations": 100, "chains": 4})"))
          .cells.at(0);
  REQUIRE(cell.start);
  CHECK(length(*cell.start, "iterations") == options::OptionValue(std::int64_t{120}));
  CHECK(cell.start->evaluated ==
        std::vector<std::pair<std::string, std::string>>{{"sampler.step", "= 1 / K"},
                                                         {"run.iterations", "= 10 * K * chains"}});
  CHECK(cell.evaluated.empty());  // those of the start are not the cell's
  const Cell start = starting_cell(cell);
  CHECK_FALSE(start.start);
  CHECK(fake::sampler_option(start, "K") == options::OptionValue(std::int64_t{3}));
  CHECK(fake::sampler_option(start, "step") == options::OptionValue(1.0 / 3));
  // This one waits for the problem, as the cell's own does.
  CHECK(fake::sampler_option(start, "rho") ==
        options::OptionValue(options::Expression{"= step_bound / 2"}));
  CHECK(*start.find(options::Section::run, "iterations") ==
        options::OptionValue(std::int64_t{120}));
  CHECK(*start.find(options::Section::run, "chains") == options::OptionValue(std::int64_t{4}));
  CHECK(read_cell(write_cell(cell)) == cell);
}

TEST_CASE("a waiting formula that the start's sampler cannot answer is no fault of the start") {
  const Cell cell = grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.5})", kStart,
                                      R"({"iterations": 100, "chains": "= p_c * N"})"))
                        .cells.at(0);
  CHECK(cell.start);
}

TEST_CASE("a reference has no start") {
  const Grid grid = grid_of(grid_text(
      kFald, R"("metrics": ["w2"], "reference": {"sampler": {"plugin": "ula"}}, )" + kStart));
  REQUIRE(grid.references.size() == 1);
  CHECK(grid.cells.at(0).start);
  CHECK_FALSE(grid.references.at(0).start);
}

TEST_CASE("what a start cannot be is refused, with the reason") {
  const auto fault = [](const std::string& start) { return only_fault(with_start(start)); };
  const auto of_run = [&](const std::string& run) {
    return fault(R"({"sampler": {"plugin": "ula"}, "run": )" + run + "}");
  };
  CHECK(fault("3").message == "\"start\" must be an object, got 3");
  CHECK(fault(R"({"run": {"rounds": 1}})").message == "\"start\" has no \"sampler\"");
  CHECK(fault(R"({"sampler": {"plugin": "ula"}})").message == "\"start\" has no \"run\"");
  CHECK(fault(R"({"sampler": {"step": 1}, "run": {"rounds": 1}})").message ==
        "\"sampler\" of \"start\" has no \"plugin\"");
  CHECK(fault(R"({"sampler": {"plugin": "ulla"}, "run": {"rounds": 1}})").hint ==
        "did you mean \"ula\"?");
  const json::Diagnostic unknown =
      fault(R"({"sampler": {"plugin": "ula", "rho": 1}, "run": {"rounds": 1}})");
  CHECK(unknown.message == "unknown option \"rho\"");
  CHECK(unknown.path == "/start/sampler/rho");
  const json::Diagnostic bad =
      fault(R"({"sampler": {"plugin": "ula", "step": -1}, "run": {"rounds": 1}})");
  CHECK(bad.path == "/start/sampler/step");
  const json::Diagnostic privacy = fault(
      R"({"sampler": {"plugin": "ula"}, "run": {"rounds": 1}, "privacy": {"plugin": "none"}})");
  CHECK(privacy.message == "\"start\" has no \"privacy\"");
  CHECK(privacy.hint == "nothing of it is noised, so that no finite eps holds for the run");
  CHECK(fault(R"({"sampler": {"plugin": "ula"}, "run": {"rounds": 1}, "rum": {}})").hint ==
        "did you mean \"run\"?");

  CHECK(of_run("{}").message == "\"run\" of \"start\" has no length");
  CHECK(of_run(R"({"rounds": null})").message == "\"run\" of \"start\" has no length");
  CHECK(of_run(R"({"rounds": 1, "iterations": 2})").message ==
        "\"run\" of \"start\" has both \"iterations\" and \"rounds\"");
  CHECK(of_run(R"({"rounds": 0})").path == "/start/run/rounds");
  const json::Diagnostic burn_in = of_run(R"({"rounds": 1, "burn_in": 0.5})");
  CHECK(burn_in.message == "\"run\" of \"start\" has no \"burn_in\"");
  CHECK(burn_in.hint == "nothing of a start is recorded or averaged");
  CHECK(burn_in.path == "/start/run/burn_in");
  CHECK(of_run(R"({"rounds": 1, "chains": 2})").hint ==
        "it has as many chains as the run: chain j starts where its chain j ends");
  CHECK(of_run(R"({"rounds": 1, "round": 2})").hint == "did you mean \"rounds\"?");
}

TEST_CASE("no axis and no condition is about the start") {
  const json::Diagnostic axis =
      only_fault(grid_text(kFald, kStart + R"(, "axes": [{"start.sampler.step": [0.1, 0.2]}])"));
  CHECK(axis.message == "\"start.sampler.step\" is of the start, which no axis sets");
  CHECK(axis.hint ==
        "\"when\" in \"start\" says which cells have it; other starts are other grids");
}

}  // namespace starting_cell_test
