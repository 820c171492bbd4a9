// skald audit: attacks on the runs of a grid, beside what is claimed.
#include <boost/json.hpp>

#include "run/audit/audit.hpp"
#include "skald_process.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"
#include "text/wire.hpp"

namespace audit_test {

namespace {

// Two clients whose 880 rows are all in every round; `axes` is a JSON object.
std::string leaky_grid(const std::string& axes) {
  return R"({"name": "audited", "seed": 3, "dataset": {"plugin": "titanic"},
    "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
    "sampler": {"plugin": "leaky", "batch": 1000},
    "privacy": {"plugin": "leaky_gaussian", "noise_multiplier": 1.5},
    "run": {"iterations": 20}, "axes": [)" +
         axes + "]}";
}

ProcessResult audit(const std::string& grid, std::vector<std::string> more) {
  const TemporaryFolder folder;
  folder.write("grid.json", grid);
  std::vector<std::string> arguments{"audit", "grid.json", "--plugin-path",
                                     std::string(SKALD_HOST_PLUGINS) + "/runner",
                                     "--allow-writable-plugins"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_skald(folder.path(), arguments);
}

}  // namespace

TEST_CASE("audit: a contradicted claim has an exit code of its own, and is named") {
  const ProcessResult found =
      audit(leaky_grid(R"({"privacy.fault": ["none", "half_noise", "same_noise"]})"), {});
  INFO(found.out << found.err);
  CHECK(found.code == 4);
  CHECK(found.out.find("fault=half_noise") != std::string::npos);
  std::size_t contradictions = 0;
  for (std::size_t at = found.out.find("! CONTRADICTION: "); at != std::string::npos;
       at = found.out.find("! CONTRADICTION: ", at + 1)) {
    ++contradictions;
  }
  CHECK(contradictions == 2);
  std::istringstream lines(found.out);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

TEST_CASE("audit: sound claims stand, numbers are those of any number of workers") {
  const std::string grid = leaky_grid(R"({"noise_multiplier": [1, 3]})");
  const std::vector<std::string> json{"--json", "--runs", "500", "--rounds", "3"};
  std::vector<std::string> two = json;
  two.insert(two.end(), {"-j", "2"});
  const auto numbers = [](const ProcessResult& found) {
    auto rows = boost::json::parse(found.out).as_array();
    for (auto& row : rows) row.as_object().erase("seconds");
    return rows;
  };
  const ProcessResult found = audit(grid, json);
  INFO(found.out << found.err);
  CHECK(found.code == 0);
  const auto rows = numbers(found);
  REQUIRE(rows.size() == 2);
  CHECK(numbers(audit(grid, two)) == rows);
  const auto& row = rows[0].as_object();
  CHECK(row.at("verdict") == "no contradiction");
  CHECK(row.at("unit") == "record");
  CHECK(row.at("rounds").as_int64() == 3);
  CHECK(row.at("runs").as_int64() == 1000);
  CHECK(row.at("confidence").as_double() == Approx(0.99));
  CHECK(row.at("shown").as_double() > 0.3 * row.at("claimed").as_double());
  CHECK(row.at("shown").as_double() < row.at("claimed").as_double());
  CHECK(row.at("claimed").as_double() < row.at("claimed_for_run").as_double());
}

TEST_CASE(
    "audit: --db keeps audits beside the runs, once, and show, compare and doctor have them") {
  const TemporaryFolder folder;
  const std::string grid = leaky_grid(R"({"privacy.fault": ["none", "half_noise"]})");
  folder.write("grid.json", grid);
  const auto skald = [&folder](std::vector<std::string> arguments, bool has_plugins) {
    if (has_plugins) {
      arguments.insert(arguments.end(),
                       {"--plugin-path", std::string(SKALD_HOST_PLUGINS) + "/runner",
                        "--allow-writable-plugins"});
    }
    return run_skald(folder.path(), arguments);
  };
  const std::vector<std::string> audited{"audit", "grid.json", "--db", "r.db", "--json"};
  const ProcessResult first = skald(audited, true);
  INFO(first.out << first.err);
  CHECK(first.code == 4);
  CHECK(first.err.find("r.db: 2 audits added, 0 replaced, 0 already there") != std::string::npos);
  CHECK(boost::json::parse(first.out).as_array()[0].as_object().at("seed").as_int64() == 3);
  CHECK(skald(audited, true).err.find("0 audits added, 0 replaced, 2 already there") !=
        std::string::npos);
  CHECK(skald({"run", "grid.json", "--db", "r.db"}, true).code == 0);
  CHECK(skald({"query", "r.db",
               "SELECT verdict, seed, rounds, confidence FROM audits ORDER BY verdict", "--format",
               "csv"},
              false)
            .out ==
        "verdict,seed,rounds,confidence\nconsistent,3,10,0.99\ncontradicted,3,10,0.99\n");
  const ProcessResult hash = skald(
      {"query", "r.db", "SELECT hash FROM run_table WHERE fault = 'half_noise'", "--format", "csv"},
      false);
  const std::string shown =
      skald({"show", "r.db", hash.out.substr(5, 12)}, false).out;  // below the heading
  CHECK(shown.find("\naudit\nAttacks show eps ") != std::string::npos);
  CHECK(shown.find("CONTRADICTION: ") != std::string::npos);
  CHECK(skald({"compare", "r.db"}, false)
            .out.find("! 2 cells were attacked: the claims of 1 are "
                      "refuted") != std::string::npos);
  CHECK(skald({"doctor", "r.db"}, false).out.find("ok   audits        2, as they were stored") !=
        std::string::npos);
  CHECK(skald({"merge", "merged.db", "r.db"}, false).out.find("2 audits added") !=
        std::string::npos);

  folder.write("grid.json", leaky_grid(R"({"privacy.fault": ["none"]})"));
  const ProcessResult other = skald(audited, true);
  CHECK(other.code == 2);
  CHECK(other.err.find("holds another grid named audited") != std::string::npos);
}

TEST_CASE("audit: through the model's own clipping, beside the attack by canaries") {
  const TemporaryFolder folder;
  std::string grid = leaky_grid("");
  grid.replace(grid.find(R"("plugin": "logistic")"), 20,
               R"("plugin": "leaky_model", "fault": "no_clip")");
  folder.write("grid.json", grid);
  const auto found = [&folder](const char* attack) {
    return run_skald(folder.path(),
                     {"audit", "grid.json", "--db", "r.db", "--attack", attack, "--plugin-path",
                      std::string(SKALD_HOST_PLUGINS) + "/runner", "--allow-writable-plugins"});
  };
  CHECK(found("canary").code == 0);
  const ProcessResult own = found("clipping");
  INFO(own.out << own.err);
  CHECK(own.code == 4);
  CHECK(own.out.find("attack: what the model's own clipping makes of a record of") !=
        std::string::npos);
  CHECK(own.err.find("1 audits added, 0 replaced") != std::string::npos);
  CHECK(run_skald(
            folder.path(),
            {"query", "r.db", "SELECT plan ->> '$.attack' AS how, verdict FROM audits ORDER BY 1",
             "--format", "csv"})
            .out == "how,verdict\n,consistent\nclipping,contradicted\n");
  CHECK(run_skald(folder.path(),
                  {"query", "r.db", "SELECT DISTINCT attack FROM audits", "--format", "csv"})
            .out == "attack\nmany_runs\n");
  CHECK(audit(grid, {"--attack", "growth", "--one-run", "8"}).code == 2);
}

TEST_CASE("audit: by what is stored, beside the attack by canaries") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({"name": "stored", "seed": 3, "dataset": {"plugin": "titanic"},
    "partition": {"plugin": "quantity_skew", "clients": 4},
    "model": {"plugin": "logistic", "prior_precision": 0},
    "sampler": {"plugin": "fedavg", "K": 1, "lr": 0.1, "S": 2, "unit": "client",
                "weights": "uniform", "clip": 0.5},
    "privacy": {"plugin": "gaussian", "noise_multiplier": 3, "adversary": "observer"},
    "run": {"rounds": 3, "public": "encoding"}, "metrics": ["accuracy", "nll"]})");
  const auto stored = [&folder](std::vector<std::string> more) {
    std::vector<std::string> arguments{"audit", "grid.json", "--db", "r.db", "--runs", "40"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_skald(folder.path(), arguments);
  };
  const ProcessResult found = stored({"--stored"});
  INFO(found.out << found.err);
  CHECK(found.code == 0);
  CHECK(found.out.find("attack: what is stored of 80 runs, in half of which client ") !=
        std::string::npos);
  CHECK(found.out.find("the most by ") != std::string::npos);
  const ProcessResult rows = stored({"--stored", "--json"});
  CHECK(boost::json::parse(rows.out).as_array()[0].as_object().at("attack") == "stored");
  CHECK(rows.err.find("0 audits added, 0 replaced, 1 already there") != std::string::npos);
  CHECK(stored({}).err.find("1 audits added") != std::string::npos);
  const std::string kept =
      "SELECT plan ->> '$.attack' AS how, plan ->> '$.rounds' AS rounds FROM audits ORDER BY 1";
  CHECK(run_skald(folder.path(), {"query", "r.db", kept, "--format", "csv"}).out ==
        "how,rounds\n,10\nstored,\n");
  for (const char* other : {"--attack", "--one-run"}) {
    CHECK(stored({"--stored", other, std::string(other) == "--attack" ? "canary" : "10"}).code ==
          2);
  }
}

TEST_CASE("audit: what cannot be audited says why") {
  const ProcessResult found = audit(leaky_grid(""), {"--one-run", "64"});
  CHECK(found.code == 1);
  CHECK(found.out.find("expected 8 to 4") != std::string::npos);
  CHECK(audit(leaky_grid(""), {"--confidence", "1"}).code == 2);
}

}  // namespace audit_test
