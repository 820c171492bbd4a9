// A study whose runs have kept their draws.
#pragma once

#include "files/regular_file.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"
#include "test.hpp"

namespace skald::test {

inline constexpr std::size_t kNpyHeader = 128;  // bytes before the numbers of a small .npy file

// Two runs (steps) of four chains with 200 draws of four coefficients each, and one without draws.
struct KeptRuns {
  TemporaryFolder folder;
  std::vector<std::string> hashes;

  KeptRuns() {
    folder.write("g.json", R"({"name": "kept", "seed": 1, "replicates": 1,
      "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 4, "seed": 1},
      "model": {"plugin": "gaussian"}, "sampler": {"plugin": "ula"},
      "run": {"iterations": 200, "burn_in": 0, "chains": 4, "start": "mode"},
      "metrics": ["mean_bias"],
      "axes": [{"zip": {"step": ["= step_bound / 2", "= step_bound / 200", "= step_bound / 5"],
                        "run.keep_samples": [true, true, false]}}]})");
    REQUIRE(run_skald(folder.path(), {"run", "g.json", "--db", "r.db"}).code == 0);
    hashes =
        texts_in(folder / "r.db",
                 "SELECT r.hash FROM runs AS r JOIN study_cells USING (cell) ORDER BY position");
    REQUIRE(hashes.size() == 3);
  }

  ProcessResult posterior(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"posterior", "r.db"});
    return run_skald(folder.path(), arguments);
  }

  // All draws of a coefficient, from the file.
  std::vector<double> draws(std::size_t run, std::size_t coefficient) const {
    const std::string bytes =
        files::read_regular_file(folder / ("r.db.samples/" + hashes[run] + ".npy"));
    std::vector<double> numbers((bytes.size() - kNpyHeader) / sizeof(double)), all;
    std::memcpy(numbers.data(), bytes.data() + kNpyHeader, numbers.size() * sizeof(double));
    for (std::size_t i = coefficient; i < numbers.size(); i += 4) all.push_back(numbers[i]);
    return all;
  }
};

}  // namespace skald::test
