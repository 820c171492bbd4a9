// skald check PLUGIN: the conformance kit from the command line.
#include <boost/json.hpp>

#include "printed_text.hpp"
#include "skald_process.hpp"
#include "test.hpp"

namespace {

const std::string kFlawed = std::string(SKALD_HOST_PLUGINS) + "/flawed/flawed_object.so";

// Checks that the check ends with this code.
ProcessResult check(const TemporaryFolder& folder, const std::string& plugin,
                    const std::vector<std::string>& more = {}, int code = 0) {
  ProcessResult result =
      run_skald(folder.path(), with_more({"check", plugin, "--allow-writable-plugins"}, more));
  INFO(plugin << " " << result.out << result.err);
  CHECK(result.code == code);
  return result;
}

// How a plugin ends the process of its checks, and what is found.
struct End {
  std::string where, how, found;
};

ProcessResult check_that_ends(const TemporaryFolder& folder, const std::string& where,
                              const std::string& how, const std::vector<std::string>& more = {}) {
  INFO(where << " " << how);
  return check(folder, kFlawed,
               with_more({"--options", R"({"ends": ")" + where + " " + how + "\"}"}, more), 4);
}

}  // namespace

TEST_CASE("a plugin that keeps its promises passes, named or as a library") {
  const TemporaryFolder folder;
  const ProcessResult named = check(folder, "partition/natural");
  CHECK_THAT(named.out, Catch::StartsWith("partition/natural (") &&
                            Catch::Contains("  ok       every row once\n"));
  check(folder, kFlawed);
}

TEST_CASE("the kit chooses a step where none is given, says which would do, and what it can see") {
  const TemporaryFolder folder;
  const ProcessResult chosen = check(folder, "sampler/ula");  // whose default, 1e-3, is too small
  CHECK_THAT(chosen.out, Catch::Contains("minimiser (sees means off by 0."));
  const ProcessResult slow = check(folder, "sampler/ula", {"--options", R"({"step": 1e-3})"}, 4);
  CHECK_THAT(slow.out, Catch::Contains("found:    a relaxation time of") &&
                           Catch::Contains("times as large for the check, or omit it"));
}

TEST_CASE("an option that has no effect beside the others is refused") {
  const TemporaryFolder folder;
  const ProcessResult idle =
      check(folder, "partition/quantity_skew", {"--options", R"({"alpha": 2})"}, 2);
  CHECK_THAT(idle.err, Catch::Contains("--options: \"alpha\" has no effect where law is "
                                       "\"lognormal\": it counts only where law is "
                                       "\"dirichlet\"; leave it out"));
  check(folder, "partition/quantity_skew", {"--options", R"({"alpha": 2, "law": "dirichlet"})"});
}

TEST_CASE("a model of which nothing could be tried has an exit code of its own") {
  const TemporaryFolder folder;
  const ProcessResult none = check(folder, "model/lenet5", {"--options", "{}"}, 6);
  CHECK_THAT(none.out, Catch::Contains("  NOT CHECKED model: it accepts none of the kit's tables"));
  const ProcessResult json = check(folder, "model/lenet5", {"--options", "{}", "--json"}, 6);
  CHECK_THAT(json.out, Catch::Contains("\"verdict\":\"not_checked\""));
}

TEST_CASE("a model is examined on the rows of a data set of one's own") {
  const TemporaryFolder folder;
  const std::string data = R"({"plugin": "synthetic_alpha_beta", "clients": 5})";
  const ProcessResult result = check(folder, "model/softmax", {"--dataset", data});
  CHECK_THAT(result.out, Catch::Contains("  ok       gradient of the potential"));
  const ProcessResult unsuitable =
      check(folder, "model/linear", {"--dataset", R"({"plugin": "titanic"})"}, 4);
  CHECK_THAT(unsuitable.out,
             Catch::Contains("expected: a model that accepts the data set titanic"));
  check(folder, "model/softmax", {"--dataset", R"({"clients": 5})"}, 2);
  check(folder, "model/softmax", {"--dataset", R"({"plugin": "titanic", "no": 1})"}, 2);
  check(folder, "sampler/ula", {"--dataset", R"({"plugin": "titanic"})"}, 2);
}

TEST_CASE("a sampler is compared with another under the same options") {
  const TemporaryFolder folder;
  const ProcessResult same =
      check(folder, "sampler/sgld",
            {"--like", "sampler/sgld", "--hold", "schedule,decay_scale,decay_power,cycle,explore"});
  CHECK_THAT(same.out, Catch::Contains("  ok       like sampler/sgld\n") &&
                           Catch::Contains("  ok       all of this with batch = 2\n"));
  const ProcessResult other =
      check(folder, "sampler/distributed_sgd",
            {"--like", "sampler/fedavg", "--options", R"({"K": 3})", "--hold", "K"}, 4);
  CHECK_THAT(other.out, Catch::Contains("  FAILED   like sampler/fedavg\n"));
  check(folder, "sampler/ula", {"--like", "sampler/nothing"}, 2);
  check(folder, "model/linear", {"--like", "sampler/ula"}, 2);
  check(folder, "sampler/ula", {"--hold", "no_such_option"}, 2);
}

TEST_CASE("a data set is looked for in the data folder, as in a grid") {
  const TemporaryFolder folder;
  setenv("SKALD_DATA_DIR", folder.path().c_str(), 1);
  const ProcessResult result = check(folder, "dataset/a9a", {}, 6);
  unsetenv("SKALD_DATA_DIR");
  CHECK_THAT(result.out,
             Catch::Contains("  NOT CHECKED files: there is no " +
                             (folder.path() / "adult" / "a9a").string() + "; skald data "));
}

TEST_CASE("a broken promise is named with what was expected, found and where to look") {
  const TemporaryFolder folder;
  const ProcessResult text =
      check(folder, kFlawed, {"--options", R"({"flaw": "mixes_chains"})"}, 4);
  CHECK_THAT(text.out, Catch::Contains("  FAILED   columns are independent of their block\n") &&
                           Catch::Contains("expected: chain j depends only on column j") &&
                           Catch::Contains("found:    "));

  const ProcessResult json =
      check(folder, kFlawed,
            {"--options", R"({"flaw": "silent_rounds"})", "--json", "--hold", "batch"}, 4);
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
  const ProcessResult result = check(folder, kFlawed, {"--options", R"({"flaw": "crashes"})"}, 4);
  CHECK_FALSE(result.signal);
  CHECK_THAT(result.out,
             Catch::Contains("  FAILED   the process survives the checks\n") &&
                 Catch::Contains("ended its process during the checks: killed by signal 11"));
  const ProcessResult json =
      check(folder, kFlawed, {"--options", R"({"flaw": "crashes"})", "--json"}, 4);
  std::istringstream lines(json.out);
  boost::json::value last;
  for (std::string line; std::getline(lines, line);) last = boost::json::parse(line);
  CHECK(last.at("verdict") == "failed");
  CHECK(last.at("check") == "the process survives the checks");
}

TEST_CASE(
    "a plugin that ends the process of its checks has not passed them, wherever and however") {
  const std::string early = "its process ended early, with exit code 0";
  const std::vector<End> cases{
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
  for (const End& one : cases) {
    const ProcessResult result = check_that_ends(folder, one.where, one.how);
    CHECK_THAT(result.out, Catch::Contains("  FAILED   the process survives the checks\n") &&
                               Catch::Contains(one.found));
  }
}

TEST_CASE("what a plugin does at the very end of its process is a finding beside its checks") {
  const std::string end = "in the end of the process (destructors of static objects, ";
  const std::vector<End> cases{
      {"static_destructor", "_exit", "its process ended early, with exit code 0, " + end},
      {"static_destructor", "abort", "killed by signal 6 (Aborted), " + end},
      {"static_destructor", "hang", "stopped: the end of the process ("},
      {"at_exit", "_exit", "its process ended early, with exit code 0, " + end},
      {"at_exit", "throw", "killed by signal 6 (Aborted), " + end},
      {"at_exit", "close", "it closed its connection to the runner; stopped, " + end},
  };
  const TemporaryFolder folder;
  for (const End& one : cases) {
    const ProcessResult result = check_that_ends(folder, one.where, one.how, {"--patience", "5"});
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
    const ProcessResult result = check_that_ends(folder, where, "hang", {"--patience", "0.5"});
    CHECK_THAT(result.out,
               Catch::Contains("stopped: the " + where + " of sampler 'flawed_object' (" + kFlawed +
                               ") did not come back within 0.5 s; correct the plugin, or give it "
                               "more time (--patience SECONDS)"));
  }
  // Of what is not over in time, neither good nor bad is known; what was found before is kept.
  const ProcessResult result =
      check(folder, kFlawed, {"--options", R"({"ends": "advance hang"})", "--patience", "0.1"}, 6);
  CHECK_THAT(result.out,
             Catch::Contains("  ok       options\n") &&
                 Catch::Contains("  UNDECIDED no exception: the check took more than 3 s"));
}

TEST_CASE("what a sampler needs is chosen by the kit, and its own choices are no mistakes") {
  const TemporaryFolder folder;
  const ProcessResult chosen = check(folder, "sampler/scaffnew");
  CHECK_THAT(chosen.out, Catch::Contains("chosen by the kit: K = 3\n") &&
                             Catch::Contains("  ok       rest at the optimum"));
  const ProcessResult refused = check(folder, "sampler/de_sgld", {"--hold", "step,K,p_c,rho,temp"});
  CHECK_THAT(refused.out, !Catch::Contains("FAILED"));
}

TEST_CASE("a sampler is compared as far as the other has the same options") {
  const TemporaryFolder folder;
  const std::string held =
      "K,lr,client_optimiser,client_beta1,client_beta2,client_eps,lr_schedule,lr_decay,lr_period,"
      "lr_factor,lr_warmup,S,weights,batch,epochs,momentum,mu,"
      "clip,clip_rule,clip_quantile,clip_rate,count_weight,server,server_lr,server_momentum,"
      "server_beta2,opt_eps,unit,client_sampling,noise_by,noise_at,data_sampling,compressor,"
      "stragglers";
  const ProcessResult result =
      check(folder, "sampler/fedprox",
            {"--like", "sampler/fedavg", "--options", R"({"mu": 0.0, "K": 3})", "--hold", held});
  CHECK_THAT(result.out, Catch::Contains("  ok       like sampler/fedavg (which lacks mu)\n"));
}

TEST_CASE("options that the plugin does not have are mistakes of the command line") {
  const TemporaryFolder folder;
  for (const std::string options :
       {R"({"flow": "none"})", R"({"batch": 0})", "batch=2", R"(["batch"])"}) {
    INFO(options);
    const ProcessResult result = check(folder, kFlawed, {"--options", options}, 2);
    CHECK_THAT(result.err, Catch::Contains("--options: "));
  }
  check(folder, "sampler/uala", {}, 2);
}

#ifdef SKALD_HAS_PYTHON
TEST_CASE("a plugin in Python cannot be called like a module, which would hide one of the two") {
  const TemporaryFolder folder;
  const std::string text = "import skald\n\n\nclass A(skald.Metric):\n    \"\"\"None.\"\"\"\n";
  for (const std::string name : {"random", "numpy"}) {
    folder.write(name + ".py", text);
    const ProcessResult result = check(folder, name + ".py", {}, 2);
    CHECK_THAT(result.err,
               Catch::Contains("Python has a module " + name + ": give the file another name"));
  }
}
#endif
