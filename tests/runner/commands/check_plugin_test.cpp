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
  CHECK(check(folder, "sampler/ula").code == 0);  // its default step, 1e-3, is too small
  const ProcessResult slow = check(folder, "sampler/ula", {"--options", R"({"step": 1e-3})"});
  CHECK(slow.code == 4);
  CHECK_THAT(slow.out, Catch::Contains("found:    a relaxation time of") &&
                           Catch::Contains("times as large for the check, or omit it"));
}

TEST_CASE("an option that has no effect beside the others is refused") {
  const TemporaryFolder folder;
  const ProcessResult idle =
      check(folder, "partition/quantity_skew", {"--options", R"({"alpha": 2})"});
  CHECK(idle.code == 2);
  CHECK_THAT(idle.err, Catch::Contains("--options: \"alpha\" has no effect where law is "
                                       "\"lognormal\": it counts only where law is "
                                       "\"dirichlet\"; leave it out"));
  CHECK(
      check(folder, "partition/quantity_skew", {"--options", R"({"alpha": 2, "law": "dirichlet"})"})
          .code == 0);
}

TEST_CASE("a model of which nothing could be tried has an exit code of its own") {
  const TemporaryFolder folder;
  const ProcessResult none = check(folder, "model/lenet5");
  CHECK(none.code == 6);
  CHECK_THAT(none.out, Catch::Contains("  NOT CHECKED model: it accepts none of the kit's tables"));
  const ProcessResult json = check(folder, "model/lenet5", {"--json"});
  CHECK(json.code == 6);
  CHECK_THAT(json.out, Catch::Contains("\"verdict\":\"not_checked\""));
}

TEST_CASE("a model is examined on the rows of a data set of one's own") {
  const TemporaryFolder folder;
  const std::string data = R"({"plugin": "synthetic_alpha_beta", "clients": 5})";
  const ProcessResult result = check(folder, "model/softmax", {"--dataset", data});
  INFO(result.out << result.err);
  CHECK(result.code == 0);
  CHECK_THAT(result.out, Catch::Contains("  ok       gradient of the potential"));
  const ProcessResult unsuitable =
      check(folder, "model/linear", {"--dataset", R"({"plugin": "titanic"})"});
  CHECK(unsuitable.code == 4);
  CHECK_THAT(unsuitable.out,
             Catch::Contains("expected: a model that accepts the data set titanic"));
  CHECK(check(folder, "model/softmax", {"--dataset", R"({"clients": 5})"}).code == 2);
  CHECK(check(folder, "model/softmax", {"--dataset", R"({"plugin": "titanic", "no": 1})"}).code ==
        2);
  CHECK(check(folder, "sampler/ula", {"--dataset", R"({"plugin": "titanic"})"}).code == 2);
}

TEST_CASE("a sampler is compared with another under the same options") {
  const TemporaryFolder folder;
  const ProcessResult same =
      check(folder, "sampler/sgld",
            {"--like", "sampler/sgld", "--hold", "schedule,decay_scale,decay_power,cycle,explore"});
  INFO(same.out << same.err);
  CHECK(same.code == 0);
  CHECK_THAT(same.out, Catch::Contains("  ok       like sampler/sgld\n") &&
                           Catch::Contains("  ok       all of this with batch = 2\n"));
  const ProcessResult other =
      check(folder, "sampler/distributed_sgd",
            {"--like", "sampler/fedavg", "--options", R"({"K": 3})", "--hold", "K"});
  CHECK(other.code == 4);
  CHECK_THAT(other.out, Catch::Contains("  FAILED   like sampler/fedavg\n"));
  CHECK(check(folder, "sampler/ula", {"--like", "sampler/nothing"}).code == 2);
  CHECK(check(folder, "model/linear", {"--like", "sampler/ula"}).code == 2);
  CHECK(check(folder, "sampler/ula", {"--hold", "no_such_option"}).code == 2);
}

TEST_CASE("what a check can see is printed beside what it found") {
  const TemporaryFolder folder;
  const ProcessResult result = check(folder, "sampler/ula");
  CHECK_THAT(result.out, Catch::Contains("minimiser (sees means off by 0."));
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
  CHECK_THAT(text.out, Catch::Contains("  FAILED   columns are independent of their block\n") &&
                           Catch::Contains("expected: chain j depends only on column j") &&
                           Catch::Contains("found:    "));

  const ProcessResult json = check(
      folder, kFlawed, {"--options", R"({"flaw": "silent_rounds"})", "--json", "--hold", "batch"});
  CHECK(json.code == 4);
  std::istringstream lines(json.out);
  int failed = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto finding = boost::json::parse(line);
    CHECK(finding.at("plugin") == "sampler/flawed_object");
    if (finding.at("verdict") != "failed") continue;
    ++failed;
    CHECK(finding.at("check") == "communication rate");
    CHECK_FALSE(finding.at("advice").as_string().empty());
  }
  CHECK(failed == 1);
}

TEST_CASE("a plugin that crashes fails its check, and not the tool") {
  const TemporaryFolder folder;
  const ProcessResult result = check(folder, kFlawed, {"--options", R"({"flaw": "crashes"})"});
  CHECK(result.code == 4);
  CHECK_FALSE(result.signal);
  CHECK_THAT(result.out,
             Catch::Contains("  FAILED   the process survives the checks\n") &&
                 Catch::Contains("ended its process during the checks: killed by signal 11"));
}

TEST_CASE("a crash is a finding in JSON too") {
  const TemporaryFolder folder;
  const ProcessResult result =
      check(folder, kFlawed, {"--options", R"({"flaw": "crashes"})", "--json"});
  CHECK(result.code == 4);
  const auto finding = boost::json::parse(result.out);
  CHECK(finding.at("verdict") == "failed");
  CHECK(finding.at("check") == "the process survives the checks");
}

TEST_CASE(
    "a plugin that ends the process of its checks has not passed them, wherever and however") {
  struct Case {
    std::string where, how, found;
  };
  const std::string early = "its process ended early, with exit code 0";
  const std::vector<Case> cases{
      {"constructor", "exit", early + ", in the constructor of sampler 'flawed_object' ("},
      {"constructor", "_exit", early + ", in the constructor"},
      {"constructor", "quick_exit", early + ", in the constructor"},
      {"start", "exit", early},
      {"advance", "_exit", early},
      {"advance", "execute", early},
      {"advance", "close", "it closed its connection to the runner"},
      {"destructor", "exit", early + ", in the destructor of sampler 'flawed_object' ("},
      {"destructor", "_exit", early + ", in the destructor"},
      {"destructor", "throw", "killed by signal 6 (Aborted), in the destructor"},
      {"destructor", "execute", early + ", in the destructor"},
  };
  const TemporaryFolder folder;
  for (const Case& one : cases) {
    INFO(one.where << " " << one.how);
    const ProcessResult result =
        check(folder, kFlawed, {"--options", R"({"ends": ")" + one.where + " " + one.how + "\"}"});
    CHECK(result.code == 4);
    CHECK_THAT(result.out, Catch::Contains("  FAILED   the process survives the checks\n") &&
                               Catch::Contains(one.found));
  }
}

TEST_CASE("what a plugin does at the very end of its process is a finding beside its checks") {
  struct Case {
    std::string where, how, found;
  };
  const std::string end = "in the end of the process (destructors of static objects, ";
  const std::vector<Case> cases{
      {"static_destructor", "_exit", "its process ended early, with exit code 0, " + end},
      {"static_destructor", "abort", "killed by signal 6 (Aborted), " + end},
      {"static_destructor", "hang", "stopped: the end of the process ("},
      {"at_exit", "_exit", "its process ended early, with exit code 0, " + end},
      {"at_exit", "throw", "killed by signal 6 (Aborted), " + end},
      {"at_exit", "close", "it closed its connection to the runner; stopped, " + end},
  };
  const TemporaryFolder folder;
  for (const Case& one : cases) {
    INFO(one.where << " " << one.how);
    const ProcessResult result = check(
        folder, kFlawed,
        {"--options", R"({"ends": ")" + one.where + " " + one.how + "\"}", "--patience", "5"});
    CHECK(result.code == 4);
    CHECK_THAT(
        result.out,
        Catch::Contains("  ok       the process survives the checks\n") &&
            Catch::Contains("  FAILED   the process ends with the exit code of its program\n") &&
            Catch::Contains(one.found));
  }
}

TEST_CASE("a plugin that keeps the process of its checks is stopped and named") {
  const TemporaryFolder folder;
  for (const std::string where : {"constructor", "destructor"}) {
    const ProcessResult result = check(
        folder, kFlawed, {"--options", R"({"ends": ")" + where + " hang\"}", "--patience", "0.5"});
    CHECK(result.code == 4);
    CHECK_THAT(result.out,
               Catch::Contains("stopped: the " + where + " of sampler 'flawed_object' (" + kFlawed +
                               ") did not come back within 0.5 s; correct the plugin, or give it "
                               "more time (--patience SECONDS)"));
  }
  const ProcessResult result =
      check(folder, kFlawed, {"--options", R"({"ends": "advance hang"})", "--patience", "0.5"});
  CHECK(result.code == 4);
  CHECK_THAT(result.out, Catch::Contains("the checks took more than 5 s; correct "));
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

#ifdef SKALD_HAS_PYTHON
TEST_CASE("a plugin in Python cannot be called like a module, which would hide one of the two") {
  const TemporaryFolder folder;
  const std::string text = "import skald\n\n\nclass A(skald.Metric):\n    \"\"\"None.\"\"\"\n";
  for (const std::string name : {"random", "numpy"}) {
    folder.write(name + ".py", text);
    const ProcessResult result = check(folder, name + ".py");
    CHECK(result.code == 2);
    CHECK_THAT(result.err,
               Catch::Contains("Python has a module " + name + ": give the file another name"));
  }
}
#endif
