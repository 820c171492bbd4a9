#include "grids/findings_json.hpp"

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

TEST_CASE("findings for programs: a line each, without excerpts, with what goes on") {
  const auto found = objects(findings_json("a b.json",
                                           "a b.json: the options of 3 of 9 cells were tried\n"
                                           "a b.json:4:56: error: no \"w22\": did you mean 1:2?\n"
                                           "  4 |  \"w22\"\n"
                                           "    |  ^^^^^\n"
                                           "a b.json:1:1: note: two\nlines\n"
                                           "1 error\n"));
  REQUIRE(found.size() == 3);
  CHECK(found[0] == boost::json::object{{"file", "a b.json"},
                                        {"severity", "note"},
                                        {"message", "the options of 3 of 9 cells were tried"}});
  CHECK(found[1] == boost::json::object{{"file", "a b.json"},
                                        {"line", 4},
                                        {"column", 56},
                                        {"severity", "error"},
                                        {"message", "no \"w22\": did you mean 1:2?"}});
  CHECK(found[2].at("message") == "two\nlines");
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
  CHECK(words[0].at("message").as_string().find("did you mean \"mean_bias\"") != std::string::npos);
  const auto cells = check(with(grid, R"("dimension": 2)", R"("dimension": 3)"), 2);
  REQUIRE(cells.size() == 1);
  CHECK(cells[0].at("line") == 2);
  CHECK(cells[0].at("message").as_string().find("expected an even number") != std::string::npos);
}
