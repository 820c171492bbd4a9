// What check and plan report about grids whose runs cannot begin.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"

using namespace skald::test;
namespace fs = std::filesystem;

namespace {

// Returns a grid over a csv data set with these options, with one metric.
std::string csv_grid(const std::string& dataset, const std::string& metric) {
  return R"({ "name": "first", "seed": 1, "dataset": {"plugin": "csv", )" + dataset +
         R"(}, "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
             "sampler": {"plugin": "ula", "step": 1e-3}, "run": {"iterations": 20},
             "metrics": [")" +
         metric + R"("] })";
}

std::string titanic_grid(const std::string& model, const std::string& more) {
  return R"({ "name": "first", "seed": 1, "dataset": {"plugin": "titanic"},
    "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": ")" +
         model + R"("}, "sampler": {"plugin": "ula", "step": 1e-3}, "run": {"iterations": 20}, )" +
         more + "}";
}

std::uintmax_t largest_in(const fs::path& folder) {
  std::uintmax_t largest = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    largest = std::max(largest, entry.file_size());
  }
  return largest;
}

// Checks that all commands refuse the grid with this message, before anything is run.
void check_refused(const std::string& grid, const std::string& message) {
  INFO(message);
  const TemporaryFolder folder;
  std::string numbers = "x,y\n", words = "x,colour,y\n";
  for (int i = 0; i < 40; ++i) {
    const std::string x = std::to_string(i * 7 % 11), y = std::to_string(i % 2);
    numbers += x + "," + y + "\n";
    words += x + (i % 2 == 0 ? ",red," : ",blue,") + y + "\n";
  }
  folder.write("numbers.csv", numbers);
  folder.write("words.csv", words);
  folder.write("grid.json", grid);
  const ProcessResult check = run_skald(folder.path(), {"check", "grid.json"});
  CHECK(check.code == 2);
  CHECK(check.out.empty());
  CHECK_THAT(check.err, Catch::Matches("grid\\.json:[1-9][0-9]*:[1-9][0-9]*: error: (.|\n)*") &&
                            Catch::Contains(message) && Catch::Contains("(the only cell)"));
  const ProcessResult plan = run_skald(folder.path(), {"plan", "grid.json"});
  CHECK(plan.code == 2);
  CHECK_THAT(plan.out, Catch::Contains("  new            1  never run\n"));
  CHECK(plan.err == check.err);
  const ProcessResult run = run_skald(folder.path(), {"run", "grid.json", "--db", "r.db"});
  CHECK(run.code == 2);
  CHECK(run.err == check.err);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "r.db"));
}

}  // namespace

TEST_CASE("check and plan refuse a target column that is not there") {
  check_refused(csv_grid(R"("path": "numbers.csv", "target": "price")", "nll"),
                "found no column 'price' for option target; expected one of x, y");
}

TEST_CASE("check and plan refuse a column of words that is not declared") {
  check_refused(csv_grid(R"("path": "words.csv", "target": "y")", "nll"),
                "expected a finite number; set categorical to auto");
}

TEST_CASE("check and plan refuse accuracy where there are no test rows") {
  check_refused(csv_grid(R"("path": "numbers.csv", "target": "y", "test_fraction": 0)", "accuracy"),
                "metric 'accuracy' needs class predictions on test rows; the data set has no test");
}

TEST_CASE("check and plan refuse a linear model of classes") {
  check_refused(titanic_grid("linear", R"("metrics": ["mean_bias"])"),
                "the table's target is a class; expected a number per row");
}

TEST_CASE("check and plan refuse an exact metric of a posterior that is not Gaussian") {
  check_refused(titanic_grid("logistic", R"("metrics": ["exact_variance_bias"])"),
                "metric 'exact_variance_bias' needs a Gaussian posterior");
}

TEST_CASE("a metric that compares needs a reference in the grid, and waits for its run") {
  check_refused(titanic_grid("logistic", R"("metrics": ["total_variation"])"),
                "needs a reference run; the grid names none: add \"reference\"");
  const TemporaryFolder folder;
  const std::string compared = titanic_grid(
      "logistic", R"("metrics": ["total_variation"], "reference": {"run": {"iterations": 30}})");
  folder.write("grid.json", compared);
  const ProcessResult good = run_skald(folder.path(), {"check", "grid.json"});
  CHECK(good.code == 0);
  CHECK(good.out == "grid.json: 1 cells x 1 replicates, no errors\n");
  CHECK(good.err.empty());
}

TEST_CASE("cells that say the same are one message, and those that can run are planned") {
  const TemporaryFolder folder;
  folder.write("grid.json", titanic_grid("logistic", R"("metrics": ["bits_up"], "axes": [
      {"model.plugin": ["logistic", "linear"]}, {"sampler.plugin": ["ula", "fald"]},
      {"when": {"sampler.plugin": "fald"}, "K": [2, 3]}])"));
  const ProcessResult plan = run_skald(folder.path(), {"plan", "grid.json"});
  CHECK(plan.code == 2);
  CHECK(std::count(plan.err.begin(), plan.err.end(), '\n') == 1);
  CHECK_THAT(plan.err, Catch::Contains("(cell model=linear sampler=ula, and 1 like it)"));
  CHECK_THAT(plan.out, Catch::Contains("to run 6  est. "));
}

TEST_CASE("check tells the mistakes of all its steps at once, each at the value that makes it") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({ "name": "many", "seed": 1, "dataset": {"plugin": "titanic"},
  "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
  "sampler": {"plugin": "fald"}, "run": {"iterations": 20},
  "metrics": ["nll",
    "exact_variance_bias"],
  "axes": [ {"p_c": [0.5], "K": [null,
    5]} ] })");
  const ProcessResult check = run_skald(folder.path(), {"check", "grid.json"});
  CHECK(check.code == 2);
  CHECK(std::count(check.err.begin(), check.err.end(), '\n') == 2);
  CHECK_THAT(check.err, Catch::Contains("grid.json:7:") && Catch::Contains("(cell p_c=0.5 K=5") &&
                            Catch::Contains("grid.json:5:5: error: metric 'exact_variance_bias'"));
}

TEST_CASE("check tells what is wrong behind another mistake of the same cell") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({ "name": "behind", "seed": 1, "dataset": {"plugin": "titanic"},
  "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
  "sampler": {"plugin": "fald",
    "K": 5, "p_c": 0.5}, "run": {"iterations": 20},
  "privacy": {"plugin": "gaussian", "eps": 1},
  "metrics": ["nll", "w2",
    "exact_w2"] })");
  const ProcessResult check = run_skald(folder.path(), {"check", "grid.json"});
  CHECK(check.code == 2);
  CHECK(std::count(check.err.begin(), check.err.end(), '\n') == 4);
  CHECK_THAT(check.err, Catch::Contains("grid.json:4:5: error: sampler 'fald': both K") &&
                            Catch::Contains("grid.json:5:37: error: privacy: eps") &&
                            Catch::Contains("grid.json:6:22: error: metric 'w2'") &&
                            Catch::Contains("grid.json:7:5: error: metric 'exact_w2'"));
}

TEST_CASE("a value that only some cells have is tried, though all plugins are in earlier cells") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({ "name": "analytic", "seed": 1, "dataset": {"plugin": "titanic"},
  "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
  "sampler": {"plugin": "fedavg", "K": 2, "lr": 0.1, "clip": 1}, "run": {"rounds": 4},
  "privacy": {"plugin": "laplace", "eps": 2}, "metrics": ["nll"],
  "axes": [ {"calibration": ["pld",
    "analytic"]} ] })");
  for (const char* command : {"check", "plan"}) {
    INFO(command);
    check_refused(folder.path(), {command, "grid.json"}, "grid.json:6:5: error: ");
  }
}

TEST_CASE("a plugin that ends its process while a cell is built is named, not followed") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["at_start"])"));
  const ProcessResult check = run_skald(
      folder.path(), {"check", "grid.json", "--plugin-path",
                      std::string(SKALD_HOST_PLUGINS) + "/runner", "--allow-writable-plugins"});
  CHECK(check.code == 2);
  CHECK_FALSE(check.signal);
  CHECK_THAT(check.err,
             Catch::Contains("a plugin ended its process during the build of the cell: ") &&
                 Catch::Contains("killed by signal 6"));
}

TEST_CASE("check and plan say how large a table the first run makes, and make none") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({ "name": "large", "seed": 1,
    "dataset": {"plugin": "synthetic_alpha_beta", "clients": 100000},
    "model": {"plugin": "softmax"}, "sampler": {"plugin": "fedavg", "K": 5, "lr": 0.01},
    "run": {"rounds": 50}, "metrics": ["accuracy"] })");
  const fs::path cache = folder / "cache";
  for (const char* command : {"check", "plan"}) {
    INFO(command);
    SkaldProcess skald(folder.path(), {command, "grid.json"},
                       [&] { ::setenv("SKALD_CACHE_DIR", cache.c_str(), 1); });
    const ProcessResult result = skald.wait();
    CHECK(result.code == 0);
    CHECK_THAT(
        result.err,
        Catch::Matches("(.|\n)*: note: (.|\n)*the first run makes a table of 2[0-9]\\.[0-9] GB "
                       "in .*cache/tables, where [0-9.]+ GB are free(.|\n)*") &&
            !Catch::Contains("correct what"));
    CHECK((!fs::exists(cache / "tables") || largest_in(cache / "tables") < 1000));
  }
}
