#include "sample.hpp"

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "../core/store/sample_records.hpp"
#include "crafted_file.hpp"
#include "skald_process.hpp"
#include "store/cluster/submissions.hpp"

namespace skald::hostile {
namespace fs = std::filesystem;
namespace {

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::string table() {
  std::string text = "x,y\n";
  for (int i = 0; i < 60; ++i) text += std::to_string(i) + "," + std::to_string(i / 2 % 2) + "\n";
  return text;
}

// Draws, predictions of a reference run, and axes of numbers.
constexpr const char* kKept = R"({ "name": "kept", "seed": 7, "replicates": 2,
  "dataset": {"plugin": "csv", "path": "my.csv", "target": "y"},
  "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
  "sampler": {"plugin": "fald", "step": 0.01, "batch": 1},
  "run": {"iterations": 40, "chains": 2, "record_every": 10, "keep_samples": true},
  "metrics": ["accuracy", "nll", "agreement", "rounds", "bits_up", "eps_spent"],
  "reference": {"sampler": {"plugin": "sgld", "step": 0.01}},
  "axes": [{"K": [1, 2]}, {"rho": [0, 1]}] })";

// The same grid with runs that nobody has done.
std::string further_grid() {
  std::string grid = kKept;
  return grid.replace(grid.find("[1, 2]"), 6, "[1, 3]");
}

// What the grid was before somebody described it.
std::string former_grid() {
  std::string grid = kKept;
  return grid.insert(1, " \"description\": \"as it was\",");
}

// Decisions, values at rungs, and a formula on an axis.
constexpr const char* kRace = R"({ "name": "race", "seed": 7, "replicates": 2,
  "race": {"metric": "mean_bias", "method": "successive_halving", "eta": 2, "first_rung": 10},
  "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 2, "generator": "toy"},
  "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald"},
  "metrics": ["mean_bias", "bits_up"], "run": {"iterations": 40, "record_every": 5},
  "axes": [{"K": [1, 2, 5]}, {"step": ["= 0.01 * step_bound"]}] })";

// An eps, which an audit attacks.
constexpr const char* kPrivate = R"({ "name": "private", "seed": 7,
  "dataset": {"plugin": "csv", "path": "my.csv", "target": "y"},
  "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
  "sampler": {"plugin": "fedavg", "noise_at": "step", "K": 5, "lr": 0.5, "clip": 1,
              "data_sampling": "poisson"},
  "privacy": {"plugin": "gaussian"}, "run": {"rounds": 2}, "metrics": ["accuracy", "eps_spent"],
  "axes": [{"eps": [4]}] })";

// It does nothing: that its programs are started is what is noted.
constexpr const char* kLab = R"t({ "submit": ["/usr/bin/echo", "17"], "job": "([0-9]+)",
  "list": ["/usr/bin/true", "{jobs}"], "line": "^([0-9]+) ([A-Z])$",
  "states": {"Q": "queued"}, "cancel": ["/usr/bin/true", "{jobs}"] })t";

void skald(const fs::path& folder, const std::vector<std::string>& arguments) {
  const test::ProcessResult result = test::run_skald(folder, arguments);
  if (result.code == 0) return;
  throw std::runtime_error("skald " + arguments[0] + " fails: " + result.err + result.out);
}

// What no run of these grids leaves.
void fill_other_tables(const fs::path& database) {
  CraftedFile(database).execute(
      "INSERT INTO vector_metrics (name) VALUES ('sampler.update_norm');"
      "INSERT INTO vector_points VALUES ((SELECT max(id) FROM runs), 1, 10, 0, 0.5)");
  record::SubmissionRecord submission = skald_test::sample_submission();
  submission.study = "kept";
  submission.scheduler = "lab";
  store::record_submission(database, submission);
  seal_again(database);
}

void require_full(const fs::path& database) {
  CraftedFile file(database);
  for (const std::string& table :
       file.texts("SELECT name FROM sqlite_schema WHERE type = 'table'")) {
    if (file.text("SELECT count(*) FROM " + table) != "0") continue;
    throw std::runtime_error("the sample has no rows in " + table +
                             ", so that no attack could change one");
  }
}

}  // namespace

Sample make_sample(const fs::path& folder) {
  write(folder / "my.csv", table());
  write(folder / Sample::kGrid, kKept);
  write(folder / Sample::kFurtherGrid, further_grid());
  write(folder / "race.json", kRace);
  write(folder / Sample::kPrivateGrid, kPrivate);
  write(folder / Sample::kTemplate, kLab);
  const fs::path database = folder / Sample::kDatabase;
  write(folder / "former.json", former_grid());
  for (const char* grid : {"former.json", Sample::kGrid, "race.json", Sample::kPrivateGrid})
    skald(folder, {"run", grid, "--db", Sample::kDatabase, "-j", "1"});
  skald(folder, {"audit", Sample::kPrivateGrid, "--db", Sample::kDatabase, "--runs", "40"});
  skald(folder, {"run", "race.json", "--db", Sample::kHost, "-j", "1"});
  fill_other_tables(database);
  require_full(database);
  skald(folder, {"doctor", Sample::kDatabase});
  fs::copy_file(database, folder / Sample::kSound);
  CraftedFile file(database);
  return {folder,
          file.text("SELECT hash FROM runs WHERE id = (SELECT run FROM artifacts WHERE name = "
                    "'samples' ORDER BY run LIMIT 1)"),
          // The last run has been given values that it never had.
          file.text("SELECT hash FROM runs WHERE id NOT IN (SELECT run FROM artifacts WHERE name = "
                    "'samples') AND id < (SELECT max(id) FROM runs) ORDER BY id LIMIT 1")};
}

}  // namespace skald::hostile
