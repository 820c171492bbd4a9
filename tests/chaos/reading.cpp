#include "reading.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <fstream>
#include <string>
#include <vector>

#include "judge.hpp"
#include "skald_process.hpp"
#include "surroundings.hpp"

namespace skald::chaos {
namespace fs = std::filesystem;
using test::ProcessResult;
using test::SkaldProcess;
namespace {

using Command = std::vector<std::string>;

constexpr const char* kDatabase = "shared.db";

struct Grid {
  const char *sampler, *metrics, *axes;
};

// Each declares columns of run_table that no other has.
const std::vector<Grid>& grids() {
  static const std::vector<Grid> all{
      {R"({"plugin": "fald", "step": "= 0.01 * step_bound"})", R"(["mean_bias", "bits_up"])",
       R"({"K": [1, 2, 5]})"},
      {R"({"plugin": "ula", "step": "= 0.01 * step_bound"})", R"(["w2", "rounds"])",
       R"({"temp": [1, 2]})"},
      {R"({"plugin": "sgld", "step": "= 0.01 * step_bound"})", R"(["normals"])",
       R"({"run.thin": [1, 2, 4]})"},
      {R"({"plugin": "fedavg", "lr": 0.01})", R"(["mean_bias", "gradient_evaluations"])",
       R"({"K": [1, 3]}, {"server_lr": [0.5, 1]})"}};
  return all;
}

std::string text_of(const Grid& grid, std::size_t number) {
  return fmt::format(
      R"({{ "name": "study_{}", "seed": 7, "replicates": 3,
  "dataset": {{"plugin": "gaussian_clients", "clients": 2, "dimension": 2, "generator": "toy"}},
  "partition": {{"plugin": "natural"}}, "model": {{"plugin": "gaussian"}}, "sampler": {},
  "metrics": {}, "run": {{"iterations": 200, "record_every": 20}}, "axes": [{}] }})",
      number, grid.sampler, grid.metrics, grid.axes);
}

const std::vector<Command>& readers() {
  static const std::vector<Command> all{{"status", kDatabase},
                                        {"doctor", kDatabase},
                                        {"prune", kDatabase},
                                        {"compare", kDatabase},
                                        {"query", kDatabase, "run_table"},
                                        {"query", kDatabase, "SELECT count(*) FROM curves"},
                                        {"report", kDatabase, "--output", "page.html"},
                                        {"export", kDatabase, "--csv", "tables"},
                                        {"rerun", kDatabase, "0"}};
  return all;
}

// Also exit code 2 is an honest answer: no study, or no run, is there yet.
void require_honest(const Command& command, const ProcessResult& result) {
  const std::string said = result.err + result.out;
  const bool is_wrong = result.signal || result.code > 2 ||
                        said.find("not one of Skald's") != said.npos ||
                        said.find("is empty") != said.npos;
  require(!is_wrong, fmt::format("skald {} ends with {} beside an honest sweep\n{}",
                                 fmt::join(command, " "), result.end(), said));
}

}  // namespace

int judge_reading(const fs::path& folder, Dice& dice, Report& report) {
  const fs::path own = folder / "reading";
  fs::create_directories(own / "tmp");
  const auto start = [&own](const Command& command) {
    return SkaldProcess(own, command, [&own] { prepare_runner(own); });
  };
  int answers = 0;
  for (std::size_t number = 0; number < grids().size(); ++number) {
    const std::string grid = fmt::format("grid-{}.json", number);
    std::ofstream(own / grid) << text_of(grids()[number], number);
    SkaldProcess sweep = start({"run", grid, "--db", kDatabase, "-j", "1"});
    while (sweep.is_running()) {
      if (!fs::exists(own / kDatabase)) continue;
      const Command& command = dice.one_of(readers());
      require_honest(command, start(command).wait());
      ++answers;
      report.count("answers beside honest sweeps");
    }
    const ProcessResult result = sweep.wait();
    require(result.code == 0, "an honest sweep ends with " + result.end() + "\n" + result.err);
  }
  fs::remove_all(own);
  return answers;
}

}  // namespace skald::chaos
