// skald check PLUGIN: the conformance kit from the command line.
#include <boost/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "skald_process.hpp"

using namespace skald::test;

namespace {

const std::string kFlawed = std::string(SKALD_HOST_PLUGINS) + "/flawed/flawed_object.so";

ProcessResult check(const TemporaryFolder& folder, const std::string& plugin,
                    std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"check", plugin, "--allow-writable-plugins"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_skald(folder.path(), arguments);
}

}  // namespace

TEST_CASE("a plugin that keeps its promises passes, named or as a library") {
  const TemporaryFolder folder;
  const ProcessResult named = check(folder, "partition/natural");
  CHECK(named.code == 0);
  CHECK_THAT(named.out, Catch::StartsWith("partition/natural (") &&
                            Catch::Contains("  ok       every row once\n"));
  CHECK(check(folder, kFlawed).code == 0);
}

TEST_CASE("the kit chooses a step for its problems where none is given, and says which would do") {
  const TemporaryFolder folder;
  CHECK(check(folder, "sampler/ula").code == 0);  // its default, 1e-3, suits other problems
  const ProcessResult slow = check(folder, "sampler/ula", {"--options", R"({"step": 1e-3})"});
  CHECK(slow.code == 4);
  CHECK_THAT(slow.out,
             Catch::Contains("found:    a step of 0.001, which takes 20 relaxation times") &&
                 Catch::Contains("give a step of at least 0.00"));
}

TEST_CASE("a data set is looked for in the data folder, as in a grid") {
  const TemporaryFolder folder;
  setenv("SKALD_DATA_DIR", folder.path().c_str(), 1);
  const ProcessResult result = check(folder, "dataset/a9a");
  unsetenv("SKALD_DATA_DIR");
  CHECK(result.code == 4);
  CHECK_THAT(result.out,
             Catch::Contains("cannot read " + (folder.path() / "adult" / "a9a").string() + ": "));
}

TEST_CASE("a broken promise is named with what was expected, found and where to look") {
  const TemporaryFolder folder;
  const ProcessResult text = check(folder, kFlawed, {"--options", R"({"flaw": "mixes_chains"})"});
  CHECK(text.code == 4);
  CHECK_THAT(text.out, Catch::Contains("  FAILED   a block is its columns\n") &&
                           Catch::Contains("expected: chain j depends on column j") &&
                           Catch::Contains("found:    "));

  const ProcessResult json =
      check(folder, kFlawed, {"--options", R"({"flaw": "silent_rounds"})", "--json"});
  CHECK(json.code == 4);
  std::istringstream lines(json.out);
  int failed = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto finding = boost::json::parse(line);
    CHECK(finding.at("plugin") == "sampler/flawed_object");
    if (finding.at("verdict") != "failed") continue;
    ++failed;
    CHECK(finding.at("check") == "rate of communication");
    CHECK_FALSE(finding.at("advice").as_string().empty());
  }
  CHECK(failed == 1);
}

TEST_CASE("a plugin that crashes fails its check, and not the tool") {
  const TemporaryFolder folder;
  const ProcessResult result = check(folder, kFlawed, {"--options", R"({"flaw": "crashes"})"});
  CHECK(result.code == 4);
  CHECK_FALSE(result.signal);
  CHECK_THAT(result.out, Catch::Contains("the plugin crashed during its checks"));
}

TEST_CASE("options that the plugin does not have are mistakes of the command line") {
  const TemporaryFolder folder;
  for (const std::string options :
       {R"({"flow": "none"})", R"({"batch": 0})", "batch=2", R"(["batch"])"}) {
    INFO(options);
    const ProcessResult result = check(folder, kFlawed, {"--options", options});
    CHECK(result.code == 2);
    CHECK_THAT(result.err, Catch::Contains("--options: "));
  }
  CHECK(check(folder, "sampler/uala").code == 2);
}
