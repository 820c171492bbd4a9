// Tests the output of `skald completion` for the shells' scripts, and the script for bash in
// a real bash.
#include "skald_process.hpp"
#include "store/store.hpp"
#include "test.hpp"

namespace {

constexpr const char* kCompletedGrid =
    R"({"name": "small", "dataset": {"plugin": "two_quadratics"},
        "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
        "sampler": {"plugin": "fald", "step": 0.01}, "run": {"iterations": 20},
        "axes": [{"p_c": [0.5, 1]}]})";

// Returns the words offered in place of the last one.
std::vector<std::string> offered(const TemporaryFolder& folder,
                                 const std::vector<std::string>& words) {
  std::vector<std::string> arguments{"completion", "words", "--"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  const ProcessResult result = run_skald(folder.path(), arguments);
  REQUIRE(result.code == 0);
  CHECK(result.err.empty());
  std::istringstream lines(result.out);
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);)
    found.push_back(line.substr(0, line.find('\t')));
  return found;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("commands and their options are offered by their beginnings") {
  const TemporaryFolder folder;
  CHECK(offered(folder, {"pl"}) == Words{"plan", "plot", "plugins"});
  const Words all = offered(folder, {""});
  CHECK(has(all, "run"));
  CHECK_FALSE(has(all, "worker"));  // not meant for users
  CHECK(offered(folder, {"data", "f"}) == Words{"fetch"});
  CHECK(offered(folder, {"plot", "x.db", "--fa"}) == Words{"--facet"});
  CHECK(offered(folder, {"plot", "x.db", "--kind", "h"}) == Words{"heat", "histogram"});
  CHECK(offered(folder, {"compare", "--format", ""}) ==
        Words{"csv", "json", "latex", "md", "table"});
  CHECK(offered(folder, {"completion", ""}) == Words{"bash", "fish", "zsh"});
  CHECK(offered(folder, {"help", "f"}) == Words{"files", "frontier"});
  CHECK(offered(folder, {"help", "exi"}) == Words{"exit-codes"});
  CHECK(offered(folder, {"describe", "repl"}) == Words{"replicates"});
  CHECK(offered(folder, {"new", "gr"}) == Words{"grid"});
  CHECK(offered(folder, {"new", "grid", "--sampler", "fald_"}) == Words{"fald_star"});
  CHECK(offered(folder, {"new", "grid", "--metrics", "w2,variance_m"}) == Words{"w2,variance_mse"});
}

TEST_CASE("plugins are offered by name and by kind") {
  const TemporaryFolder folder;
  CHECK(offered(folder, {"describe", "vr"}) == Words{"vr_fald"});
  CHECK(offered(folder, {"describe", "sampler/fald"}) ==
        Words{"sampler/fald", "sampler/fald_star"});
}

TEST_CASE("studies, axes, metrics and views of the database on the line are offered") {
  const TemporaryFolder folder;
  folder.write("grid.json", kCompletedGrid);
  REQUIRE(run_skald(folder.path(), {"run", "grid.json", "--db", "a.db"}).code == 0);
  CHECK(offered(folder, {"compare", "a.db", "--study", ""}) == Words{"small"});
  CHECK(offered(folder, {"plot", "a.db", "--by", "p"}) == Words{"p_c"});
  CHECK(offered(folder, {"compare", "a.db", "--by", "K,p"}) == Words{"K,p_c"});
  CHECK(offered(folder, {"frontier", "a.db", "--min", "bits_u"}) == Words{"bits_up"});
  CHECK(has(offered(folder, {"query", "a.db", "run"}), "run_table"));
  CHECK(offered(folder, {"compare", "--study", "small", "a.db", "--by", "p"}) == Words{"p_c"});
}

TEST_CASE("where nothing is known nothing is offered, and nothing is an error") {
  const TemporaryFolder folder;
  folder.write("text.db", "not a database");
  CHECK(offered(folder, {"compare", "text.db", "--study", ""}).empty());
  CHECK(offered(folder, {"compare", "absent.db", "--by", ""}).empty());
  CHECK(offered(folder, {"run", ""}).empty());  // a file, which the shell completes
  CHECK(offered(folder, {"no_such_command", "--x"}).empty());
  CHECK(offered(folder, {"run", "g.json", "--db", ""}).empty());
}

TEST_CASE("bash completes by the script") {
  const TemporaryFolder folder;
  const ProcessResult script = run_skald(folder.path(), {"completion", "bash"});
  REQUIRE(script.code == 0);
  folder.write("try.bash", script.out + "COMP_WORDS=('" SKALD_EXECUTABLE
                                        "' describe sampler/vr)\nCOMP_CWORD=2\n_skald\n"
                                        "printf '%s\\n' \"${COMPREPLY[@]}\" > found\n"
                                        "complete -p skald >> found\n");
  REQUIRE(std::system(("cd " + folder.path().string() + " && bash try.bash").c_str()) == 0);
  CHECK(content(folder / "found") ==
        "sampler/vr_fald\ncomplete -o bashdefault -o default -F _skald skald\n");
}

TEST_CASE("a name in a database that a shell would run is not offered") {
  const TemporaryFolder folder;
  {
    skald::store::Store store = skald::store::Store::open(folder / "r.db");
    const std::vector<skald::record::CellRecord> cells{{"a", "{}", {}, false}};
    for (const char* name : {"good", "$(touch${IFS}PWNED)", "`id`", "a;id", "a b", "x'y", "-o"}) {
      store.declare_study({name, "{}"}, cells);
    }
  }
  CHECK(offered(folder, {"compare", "r.db", "--study", ""}) == Words{"good"});
}
