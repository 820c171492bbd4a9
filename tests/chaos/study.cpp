#include "study.hpp"

#include <fstream>
#include <utility>

#include "file_text.hpp"

namespace skald::chaos {
namespace fs = std::filesystem;
namespace {

// Classification of the rows of two data sets, one of them a csv, compared with a reference run.
// Draws are kept, and a checkpoint is due at every stop. `sampler` and `axes` are members of the
// grid.
std::string compared_grid(const std::string& name, const std::string& sampler,
                          const std::string& run, const std::string& reference,
                          const std::string& axes) {
  return R"({ "name": ")" + name + R"(", "seed": 7, "replicates": 2,
  "dataset": {"plugin": "csv"},
  "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
  "sampler": )" +
         sampler + R"(,
  "run": {"chains": 2, "checkpoint_seconds": 0.004, "keep_samples": true,
          "limits": {"seconds": )" +
         std::to_string(Study::kLimitSeconds) + "}, " + run + R"(},
  "metrics": ["accuracy", "nll", "agreement", "total_variation"],
  "reference": {"sampler": )" +
         reference + R"(},
  "axes": [)" +
         axes +
         R"(,
    {"dataset.plugin": ["csv", "titanic"]},
    {"when": {"dataset.plugin": "csv"}, "path": ["my.csv"], "target": ["y"]}] })";
}

// Has a fresh process for every run: 60 iterations of half a millisecond.
Study walk() {
  return {.name = "walk",
          .files = {{"grid.json",
                     compared_grid("walk", R"({"plugin": "misbehaving", "milliseconds": 0.5})",
                                   R"("iterations": 60, "record_every": 6)",
                                   R"({"plugin": "misbehaving", "phase": 0.2})",
                                   R"({"phase": [0, 0.5, 1]})")},
                    {Study::kCsv, csv_text(0)}}};
}

// Has workers that do one run after another.
Study shipped() {
  return {.name = "shipped",
          .files = {{"grid.json",
                     compared_grid("shipped", R"({"plugin": "fald", "step": 0.001, "batch": 1})",
                                   R"("iterations": 4000, "record_every": 100, "thin": 20)",
                                   R"({"plugin": "sgld", "step": 0.001})",
                                   R"({"K": [1, 2, 5], "rho": [0, 1]})")},
                    {Study::kCsv, csv_text(0)}},
          .has_own_plugin = false};
}

// Has many runs that end before they can be saved.
Study many() {
  return {.name = "many",
          .files = {{"grid.json", R"({ "name": "many", "seed": 7, "replicates": 3,
  "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 2, "generator": "toy"},
  "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald", "step": "= 0.01 * step_bound"}, "metrics": ["mean_bias", "bits_up"],
  "run": {"iterations": 200, "record_every": 20, "keep_samples": true},
  "axes": [{"K": {"range": [1, 10, 1]}}, {"rho": [0, 0.5, 1]}] })"}},
          .has_own_plugin = false};
}

// Has plugins that do what they should not, beside four runs that behave.
Study hostile(const std::string& name, const std::string& hows, const std::string& more,
              std::map<std::string, std::size_t> failures,
              const std::string& plugin = "misbehaving") {
  return {.name = name,
          .files = {{"grid.json", R"({ "name": ")" + name + R"(", "seed": 7,
  "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 2, "generator": "toy"},
  "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": ")" + plugin +
                                      R"(", "milliseconds": 0.2},
  "metrics": ["mean_bias", "gradient_evaluations"],
  "run": {"iterations": 60, "record_every": 6, "checkpoint_seconds": 0.002, "keep_samples": true},
  "axes": [{"how": ["not", )" + hows + R"(]},
    {"when": {"how": "not"}, "phase": [0, 0.5, 1, 1.5]})" +
                                      more + "] }"}},
          .failures = std::move(failures)};
}

Study crashing() {
  return hostile("crashing", R"("segfault", "abort", "exit", "throw_int", "write", "terminate")",
                 "", {{"crashed", 5}, {"failed", 1}});
}

// The copy that "fork" leaves behind ends as soon as it would write. The loop never ends, from its
// first iteration on: if it began later, the stopped run would leave its checkpoint, since a longer
// time limit might let the run finish.
Study greedy() {
  return hostile(
      "greedy",
      R"("allocate", "loop", "fork", "close", "nan", "stop", "few_files", "no_bytes",
        "negative_cost", "no_cost")",
      R"(,
    {"when": {"how": "allocate"}, "run.limits.memory": [100000000]},
    {"when": {"how": ["loop", "stop"]}, "at": [0], "run.limits.seconds": [0.2]})",
      {{"out_of_memory", 1}, {"timeout", 2}, {"crashed", 1}, {"diverged", 1}, {"failed", 4}});
}

// What these runs leave in their process must not reach any other run.
Study leaking() {
  Study study = hostile("leaking", R"("round", "umask", "handler", "daemon", "orphan")", "",
                        {{"crashed", 1}, {"failed", 1}});
  study.leaves_processes = true;
  return study;
}

#ifdef SKALD_PYTHON_PLUGIN
// A plugin in Python, at which the same is aimed. What its runs leave in their process, such as
// functions of NumPy that they have replaced, must not reach any other run.
Study python() {
  Study study =
      hostile("python", R"("raise", "exit", "end", "segfault", "fork", "patch", "loop",
             "nan", "thread")",
              R"(,
    {"when": {"how": "loop"}, "at": [0], "run.limits.seconds": [1]})",
              {{"crashed", 2}, {"failed", 4}, {"timeout", 1}, {"diverged", 1}}, "py_misbehaving");
  study.files["plugins/py_misbehaving.py"] = test::content(SKALD_PYTHON_PLUGIN);
  study.has_own_plugin = false;
  return study;
}
#endif

}  // namespace

std::vector<Study> studies() {
  return {walk(),  shipped(), many(), crashing(), greedy(), leaking(),
#ifdef SKALD_PYTHON_PLUGIN
          python()
#endif
  };
}

std::string csv_text(int variant) {
  std::string text = "x,y\n";
  for (int i = 0; i < 60; ++i) {
    text += std::to_string(i) + "," + std::to_string(i / (1 + variant) % 2) + "\n";
  }
  return text;
}

fs::path built_plugin() { return fs::path(SKALD_HOST_PLUGINS) / "runner" / "misbehaving.so"; }

void lay_out(const Study& study, const fs::path& folder) {
  fs::create_directory(folder / "plugins");
  for (const auto& [name, content] : study.files) {
    std::ofstream(folder / name, std::ios::binary) << content;
  }
  fs::create_directory(folder / "tmp");
  if (study.has_own_plugin) fs::copy_file(built_plugin(), folder / Study::kPlugin);
}

std::vector<std::string> run_command(int jobs) {
  return {"run",
          "grid.json",
          "--db",
          Study::kDatabase,
          "-j",
          std::to_string(jobs),
          "--plugin-path",
          "plugins",
          "--allow-writable-plugins"};
}

std::vector<std::string> prune_command() { return {"prune", Study::kDatabase, "--yes"}; }

std::vector<std::string> doctor_command() {
  return {"doctor", Study::kDatabase, "--plugin-path", "plugins", "--allow-writable-plugins"};
}

}  // namespace skald::chaos
