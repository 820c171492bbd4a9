#include <boost/json.hpp>

#include "grids/finding.hpp"
#include "options/option_value.hpp"
#include "skald_process.hpp"
#include "test.hpp"

namespace {

std::vector<boost::json::object> objects(const std::string& lines) {
  std::vector<boost::json::object> all;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);)
    all.push_back(boost::json::parse(line).as_object());
  return all;
}

}  // namespace

TEST_CASE("findings are lines for people and objects for programs") {
  const std::vector<Finding> findings{
      note_on("a\nb.json", "the options of 3 of 9 cells were tried"),
      {Finding::Severity::error,
       {.file = "a\nb.json",
        .place = {4, 56, 5},
        .path = "/metrics/1",
        .message = "no \"w22\": 1:2",
        .hint = "did you mean \"w2\"?",
        .subject = "metric w2"},
       "",
       "  4 | \"w22\"\n    | ^^^^^\n"},
      {Finding::Severity::warning,
       {.file = "g.json", .place = {1, 1, 0}, .message = "two\nlines\x1b"},
       "the only cell"}};
  CHECK(text_of(findings) ==
        "a\nb.json: the options of 3 of 9 cells were tried\n"
        "a\nb.json:4:56: error: no \"w22\": 1:2 - did you mean \"w2\"?        (metric w2)\n"
        "  4 | \"w22\"\n    | ^^^^^\n"
        "g.json:1:1: warning: two\nlines\\x1b   (the only cell)\n");
  CHECK(has_error(findings));
  const auto found = objects(json_of(findings));
  REQUIRE(found.size() == 3);
  CHECK(found[0] == boost::json::object{{"file", "a\nb.json"},
                                        {"severity", "note"},
                                        {"message", "the options of 3 of 9 cells were tried"}});
  CHECK(found[1] == boost::json::object{{"file", "a\nb.json"},
                                        {"line", 4},
                                        {"column", 56},
                                        {"severity", "error"},
                                        {"message", "no \"w22\": 1:2"},
                                        {"path", "/metrics/1"},
                                        {"hint", "did you mean \"w2\"?"},
                                        {"rule", "metric w2"}});
  CHECK(found[2].at("message") == "two\nlines\x1b");
  CHECK(found[2].at("cells") == "the only cell");
}

TEST_CASE("skald check --json: what is wrong with the text of a grid, and with its cells") {
  const TemporaryFolder folder;
  const std::string grid = R"({ "name": "g", "seed": 1,
  "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 2},
  "model": {"plugin": "gaussian"}, "sampler": {"plugin": "fald", "step": 0.01, "K": 1},
  "run": {"iterations": 200}, "metrics": ["mean_bias"], "axes": [{"rho": [0, 0.5]}] })";
  const auto check = [&](const std::string& text, int code) {
    folder.write("g.json", text);
    const ProcessResult result = run_skald(folder.path(), {"check", "g.json", "--json"});
    INFO(result.err);
    CHECK(result.code == code);
    CHECK(result.err.empty());
    return objects(result.out);
  };
  CHECK(check(grid, 0).empty());
  const auto words = check(with(with(grid, "mean_bias", "mean_bis"), "0, 0.5", "0, 2"), 2);
  REQUIRE(words.size() == 2);
  CHECK(words[0].at("severity") == "error");
  CHECK(words[0].at("line") == 4);
  CHECK(words[0].at("hint").as_string().find("did you mean \"mean_bias\"") != std::string::npos);
  CHECK(words[0].at("path") == "/metrics/0");
  const auto start = check(
      with(
          grid, R"("run": {)",
          R"("start": {"sampler": {"plugin": "fald", "K": 5, "p_c": 0.5}, "run": {"iterations": 5}},
  "run": {)"),
      2);
  REQUIRE(start.size() == 1);  // by the plugins alone and by building the cell, but told once
  CHECK(start[0].at("line") == 4);
  const auto cells = check(with(grid, R"("dimension": 2)", R"("dimension": 3)"), 2);
  REQUIRE(cells.size() == 1);
  CHECK(cells[0].at("line") == 2);
  CHECK(cells[0].at("message").as_string().find("expected an even number") != std::string::npos);
}

namespace grid_place_test {

using namespace skald;

// "LINE:COLUMN".
std::string place_of(const std::string& text, const record::Subject& about,
                     const std::string& message = "", const grid::Cell* cell = nullptr) {
  LoadedGrid loaded;
  loaded.text = text;
  const json::Place place = grid_place(loaded, {about, message}, cell);
  return std::to_string(place.line) + ":" + std::to_string(place.column);
}

record::Subject metric(const char* name) { return {"metrics", name}; }

TEST_CASE("what is about a section is placed at its key, any other at the beginning") {
  const std::string grid = R"({ "name": "x",
  "dataset": {}, "model": {}, "start": {
    "sampler": {} } })";
  CHECK(place_of(grid, {"model", ""}, "it is wrong") == "2:18");
  CHECK(place_of(grid, {"start.sampler", ""}, "it is wrong") == "3:5");
  CHECK(place_of(grid, {"start.run", ""}, "it is wrong") == "2:31");
  CHECK(place_of(grid, {"privacy", ""}) == "1:1");
  CHECK(place_of(grid, {}, "no section at all") == "1:1");
  CHECK(place_of("", {"model", ""}, "none") == "1:1");
}

TEST_CASE("what is about a metric is placed at it in the list") {
  const std::string grid = R"({ "name": "x",
  "metrics": ["nll", "w2",
    {"plugin": "ece", "name": "sharp"}] })";
  CHECK(place_of(grid, metric("w2"), "it needs more") == "2:22");
  CHECK(place_of(grid, metric("sharp"), "it needs more") == "3:5");
  CHECK(place_of(grid, metric("r_hat"), "it needs more") == "2:3");
}

TEST_CASE("a message about a cell is placed at the value that the cell has on an axis") {
  const std::string grid = R"({ "name": "x",
  "sampler": {"plugin": "s",
    "batch": 3},
  "axes": [ {"K": [1, 5]},
    {"privacy.plugin": ["gaussian", "laplace"], "privacy.calibration": ["pld", "rdp"]},
    {"zip": {"sampler.S": [2, 3]}},
    {"lr": {"linspace": [0, 1, 3]}} ] })";
  skald::grid::Cell cell;
  cell.axes = {{"K", "sampler.K", std::int64_t{5}},
               {"privacy", "privacy.plugin", std::string("laplace")},
               {"calibration", "privacy.calibration", std::string("rdp")},
               {"S", "sampler.S", std::int64_t{3}},
               {"lr", "sampler.lr", 0.5}};
  const auto place = [&](const char* section, const char* message) {
    return place_of(grid, {section, ""}, message, &cell);
  };
  CHECK(place("sampler", "sampler 's': K is 5, and S is 3") == "4:23");
  CHECK(place("sampler", "sampler 's': S is 3") == "6:31");
  CHECK(place("sampler", "sampler 's': lr is too large") == "7:12");
  CHECK(place("sampler", "sampler 's': batch is 3") == "3:5");
  CHECK(place("sampler", "sampler 's': BATCH, batches and K_max are no options") == "2:3");
  CHECK(place("privacy", "privacy 'laplace': calibration rdp has no such curve") == "5:80");
  CHECK(place("privacy", "privacy: the rdp accountant has no such curve") == "5:80");
  CHECK(place("privacy", "privacy 'laplace': it cannot be") == "5:37");
  CHECK(place("model", "model 'm': it cannot be") == "1:1");
}

TEST_CASE("what a formula on an axis gave is placed at the formula") {
  const std::string grid = R"({ "name": "x",
  "sampler": {"plugin": "s"},
  "axes": [ {"K": [2, 5]}, {"p_c": [0.25,
    "= 1 / K", "= 2 / K"]}, {"step": ["= 1 / L", "= 3 / L"]} ] })";
  skald::grid::Cell cell;
  // That over options has its value with the cell, that over the problem's constants not yet.
  cell.axes = {{"p_c", "sampler.p_c", 0.4},
               {"step", "sampler.step", skald::options::Expression{"= 3 / L"}}};
  cell.evaluated = {{"sampler.p_c", "= 2 / K"}};
  CHECK(place_of(grid, {"sampler", ""}, "sampler 's': p_c is 0.4", &cell) == "4:16");
  CHECK(place_of(grid, {"sampler", ""}, "sampler 's': step is 3", &cell) == "4:50");
}

}  // namespace grid_place_test
