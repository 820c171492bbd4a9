// Plugins that do not return, outside the iterations of a run: every command ends, names them and
// says how to change the limit.
#include <cstdlib>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"

using namespace skald;
using namespace skald::test;

namespace {

const std::string kHost = SKALD_HOST_PLUGINS;

// Returns a grid with cells of the sampler flawed_object (tests/host), one per element of the JSON
// list `ends`.
std::string flawed_grid(const std::string& ends) {
  return R"({ "name": "flawed", "seed": 1,
  "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 2, "generator": "toy"},
  "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "flawed_object", "step": 1e-4}, "metrics": ["gradient_evaluations"],
  "run": {"iterations": 60, "record_every": 20},
  "axes": [{"sampler.ends": )" +
         ends + "}] }";
}

std::vector<std::string> command(const std::string& verb, std::vector<std::string> more) {
  std::vector<std::string> arguments{verb, "grid.json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.insert(arguments.end(), {"--plugin-path", kHost + "/flawed", "--plugin-path",
                                     kHost + "/runner", "--allow-writable-plugins"});
  return arguments;
}

// Sets an environment variable while an object of this class lives.
class Setting {
 public:
  Setting(const char* name, const std::string& value) : name_(name) {
    ::setenv(name, value.c_str(), 1);
  }
  ~Setting() { ::unsetenv(name_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* name_;
};

record::SqlValue value(const TemporaryFolder& folder, const std::string& sql) {
  return store::StoreReader(folder.path() / "results.db").query(sql).rows.at(0).at(0);
}

const std::string kStuck =
    ") did not come back within 1 s; correct the plugin, or give it more "
    "time (--patience SECONDS)";

}  // namespace

TEST_CASE("a library that does not come back from loading is refused by every command") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               with(walk_grid("phase", "[0.5]"), R"("misbehaving")", R"("hangs_at_load")"));
  const std::string file = kHost + "/at_load/hangs_at_load.so";
  const std::string refusal =
      "hangs_at_load.so: does not load within 0.200 s; expected a plugin whose static initialisers "
      "return: rebuild it with this host's headers, remove it from the plugin path, or give it "
      "more time (--patience SECONDS)";
  const std::vector<std::vector<std::string>> commands{{"plugins"},
                                                       {"describe", "model/hangs_at_load"},
                                                       {"describe", file},
                                                       {"check", file},
                                                       {"check", "grid.json"},
                                                       {"plan", "grid.json"},
                                                       {"run", "grid.json"},
                                                       {"account", "grid", "grid.json"},
                                                       {"data", "partition", "grid.json"},
                                                       {"doctor"}};
  for (std::vector<std::string> arguments : commands) {
    INFO(arguments[0]);
    arguments.insert(arguments.end(),
                     {"--plugin-path", file, "--patience", "0.2", "--allow-writable-plugins"});
    const ProcessResult result = run_skald(folder.path(), arguments);
    CHECK_THAT(result.err + result.out, Catch::Contains(refusal));
    CHECK(result.code == (arguments[0] == "plugins" ? 0 : arguments[0] == "doctor" ? 3 : 2));
  }
  // The schema has no place to report the plugin; it is just left out.
  CHECK(run_skald(folder.path(), {"schema", "--plugin-path", file, "--patience", "0.2",
                                  "--allow-writable-plugins"})
            .code == 0);
}

TEST_CASE("a patience that is none, or that no clock can count, is refused") {
  const TemporaryFolder folder;
  for (const std::string seconds : {"0", "-1", "nan", "inf", "1e300"}) {
    INFO(seconds);
    const ProcessResult result = run_skald(folder.path(), {"plugins", "--patience", seconds});
    CHECK(result.code == 2);
    CHECK_THAT(result.err + result.out, Catch::Contains("--patience"));
  }
  CHECK(run_skald(folder.path(), {"plugins", "--patience", "1e9"}).code == 0);
}

TEST_CASE("a constructor or destructor that does not come back is named before anything runs") {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::string>> tried{
      {"constructor", "check"}, {"constructor", "run"}, {"destructor", "check"}};
  for (const auto& [member, verb] : tried) {
    INFO(verb << " and a " << member);
    folder.write("grid.json", flawed_grid("[\"" + member + " hang\", \"none\"]"));
    const ProcessResult result = run_skald(folder.path(), command(verb, {"--patience", "1"}));
    CHECK(result.code == 2);
    CHECK_THAT(result.err,
               Catch::Contains("stopped: the " + member + " of sampler 'flawed_object' (") &&
                   Catch::Contains(kStuck) && Catch::Contains("(cell ends=" + member + " hang)") &&
                   !Catch::Contains("ends=none"));
  }
}

TEST_CASE(
    "a run that its plugin ends or keeps after the iterations has no result, again and again") {
  const TemporaryFolder folder;
  folder.write("grid.json", flawed_grid(R"(["none"])"));
  REQUIRE(run_skald(folder.path(), command("run", {"--db", "results.db"})).code == 0);
  const std::string hash = std::get<std::string>(value(folder, "SELECT hash FROM runs"));
  const auto rerun = [&](const std::string& ends) {
    const Setting setting("FLAWED_OBJECT", ends);
    return run_skald(folder.path(),
                     {"rerun", "results.db", hash, "--patience", "1", "--plugin-path",
                      kHost + "/flawed", "--allow-writable-plugins"});
  };
  CHECK(rerun("none").code == 0);
  const ProcessResult kept = rerun("destructor hang");
  CHECK(kept.code == 4);
  CHECK_THAT(kept.out, Catch::Contains("status: ok then, timeout now  stopped: the destructor of "
                                       "sampler 'flawed_object' (") &&
                           Catch::Contains(kStuck));
  const ProcessResult ended = rerun("destructor exit");
  CHECK(ended.code == 4);
  CHECK_THAT(ended.out, Catch::Contains("status: ok then, crashed now  its process ended early, "
                                        "with exit code 0, in the destructor of sampler"));
  const ProcessResult looping = rerun("advance hang");
  CHECK(looping.code == 4);
  CHECK_THAT(looping.out, Catch::Contains("status: ok then, timeout now  stopped after ") &&
                              Catch::Contains("; --patience and --max-seconds give it more time"));
}

TEST_CASE("a sweep goes on past runs whose destructors keep or end their process") {
  const TemporaryFolder folder;
  // These destructors return while options are checked, before the sampler has started.
  folder.write("grid.json",
               flawed_grid(R"(["started_destructor hang", "started_destructor _exit", "none"])"));
  const ProcessResult result =
      run_skald(folder.path(), command("run", {"--db", "results.db", "--patience", "1"}));
  INFO(result.err);
  CHECK(result.code == 1);
  const auto ended = [&](const std::string& ends) {
    return value(folder,
                 "SELECT p.status || ' ' || coalesce(p.message, '') FROM provenance p JOIN "
                 "run_table t ON t.run = p.run WHERE t.ends = '" +
                     ends + "'");
  };
  CHECK_THAT(std::get<std::string>(ended("started_destructor hang")),
             Catch::StartsWith("timeout stopped: the destructor of sampler 'flawed_object' (") &&
                 Catch::EndsWith(kStuck));
  CHECK_THAT(std::get<std::string>(ended("started_destructor _exit")),
             Catch::StartsWith("crashed its process ended early, with exit code 0, in the "
                               "destructor of sampler"));
  CHECK(ended("none") == record::SqlValue(std::string("ok ")));
}

TEST_CASE("a cell that is not built in its time is told, and keeps no other from being tried") {
  const TemporaryFolder folder;
  // Six combinations that hang, followed by one that ends its process.
  folder.write("grid.json", with(flawed_grid("[]"), R"({"sampler.ends": []})",
                                 R"({"zip": {"dataset.clients": [2, 3, 4, 5, 6, 7, 8],
                        "sampler.ends": ["start hang", "start hang", "start hang", "start hang",
                                         "start hang", "start hang", "start abort"]}})"));
  const ProcessResult result = run_skald(folder.path(), command("check", {"--patience", "1.5"}));
  INFO(result.err);
  CHECK(result.code == 2);
  CHECK_THAT(result.err,
             Catch::Contains("building the cell took more than 1.5 s; raise --patience SECONDS, "
                             "or make what its plugins do there faster") &&
                 Catch::Contains(", and 5 like it)") &&
                 Catch::Contains("a plugin ended its process during the build of the cell: killed "
                                 "by signal 6 (Aborted)"));
}

TEST_CASE("the account of a grid goes on past a cell whose plugin keeps its process") {
  const TemporaryFolder folder;
  folder.write("grid.json", flawed_grid(R"(["constructor hang", "none"])"));
  std::vector<std::string> arguments = command("account", {"--patience", "1"});
  arguments.insert(arguments.begin() + 1, "grid");
  const ProcessResult result = run_skald(folder.path(), arguments);
  CHECK(result.code == 0);
  CHECK_THAT(result.out, Catch::Contains("no eps        ends=constructor hang") &&
                             Catch::Contains("! stopped: the constructor of sampler") &&
                             Catch::Contains("eps inf       ends=none"));
}

TEST_CASE("static objects of plugins have no word in the exit code of a command") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               with(walk_grid("phase", "[0.5]"), R"("misbehaving")", R"("no_such_sampler")"));
  const std::string file = kHost + "/at_load/exits_at_end.so";
  const ProcessResult result = run_skald(
      folder.path(), {"check", "grid.json", "--plugin-path", file, "--allow-writable-plugins"});
  CHECK(result.code == 2);
  const ProcessResult described =
      run_skald(folder.path(), {"describe", file, "--allow-writable-plugins"});
  CHECK(described.code == 0);
  CHECK_THAT(described.out, Catch::Contains("model exits_at_end 1.0"));
  const ProcessResult checked =
      run_skald(folder.path(), {"check", file, "--allow-writable-plugins"});
  CHECK(checked.code == 4);
}
