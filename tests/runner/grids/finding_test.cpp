#include "grids/finding.hpp"

#include <boost/json.hpp>

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
