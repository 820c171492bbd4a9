// Fuzz target: edits of the state that a run had saved half-way; the first byte chooses the run.
// The run that continues from it ends with status ok or with a sentence that says why not; if
// nothing was edited, with the numbers of the run that was never interrupted.
#include <array>
#include <map>
#include <memory>

#include "fuzz_target.hpp"
#include "load_plugin.hpp"
#include "only_cell.hpp"
#include "run/metric_set.hpp"
#include "run/run_cell.hpp"

namespace {

using namespace skald;

plugin_host::PluginHost& host() {
  static const std::array<std::filesystem::path, 1> places{test::plugin_folder()};
  static plugin_host::PluginHost host(places, plugin_host::Writable::allow);
  return host;
}

struct Choice {
  const char* sampler;  // its name
  const char* options;
  const char* metrics;
};
constexpr Choice kChoices[] = {
    {"fald", R"(, "p_c": 0.5, "step": 0.1)",
     R"("ess", "r_hat", "mcse", "mean_bias", "w2", "w2_empirical", "density_misfit", "bits_up")"},
    {"consensus",
     R"(, "product": "nonparametric", "samples": 8, "warm_up": 4, "step": 0.1,
          "leapfrog_steps": 2)",
     R"("mean_bias", "ess")"},
    {"hmc", R"(, "warm_up": 10, "leapfrog_steps": 2)", R"("potential_excess", "ess_tail")"},
    {"fedavg", R"(, "K": 5, "lr": 0.1, "server": "adam")", R"("mean_bias", "rounds")"}};

grid::Cell cell_of(const Choice& choice) {
  const std::string text =
      R"({"name": "fuzz", "seed": 1,
          "dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                      "means": [[0, 1], [1, 0]],
                      "covariances": [[[1, 0], [0, 1]], [[2, 0], [0, 1]]]},
          "model": {"plugin": "gaussian"},
          "run": {"iterations": 60, "burn_in": 0.25, "chains": 2, "record_every": 10},
          "sampler": {"plugin": ")" +
      std::string(choice.sampler) + "\"" + choice.options + R"(}, "metrics": [)" + choice.metrics +
      "]}";
  return test::only_cell(text, host());
}

// A run without interruption, and what it had saved half-way.
struct Whole {
  run::RunRequest request;
  record::RunOutcome outcome;
  std::string saved;
};

Whole whole_run(const Choice& choice) {
  Whole whole;
  whole.request.cell = cell_of(choice);
  whole.request.is_reference = whole.request.cell.is_reference = true;
  whole.request.cell.metrics = run::reference_metrics(host());
  run::RunRequest saving = whole.request;
  std::vector<std::string> saved;
  saving.checkpoints.is_due = [] { return true; };
  saving.checkpoints.save = [&](std::string_view state) { saved.emplace_back(state); };
  whole.outcome = run::run_cell(saving, host());
  if (whole.outcome.status != record::RunStatus::ok) throw fuzz::Finding(whole.outcome.message);
  whole.saved = saved.at(saved.size() / 2);
  return whole;
}

const Whole& whole_run(std::size_t choice) {
  static std::map<std::size_t, Whole> runs;
  if (!runs.contains(choice)) runs.emplace(choice, whole_run(kChoices[choice]));
  return runs.at(choice);
}

}  // namespace

FUZZ_TARGET(saved_state, bytes) {
  const Whole& whole = whole_run(fuzz::take_byte(bytes) % std::size(kChoices));
  run::RunRequest request = whole.request;
  request.checkpoints.saved = fuzz::edited(whole.saved, bytes);
  const record::RunOutcome outcome = run::run_cell(request, host());
  fuzz::require(outcome.status == record::RunStatus::ok || !outcome.message.empty());
  if (request.checkpoints.saved != whole.saved) return;
  fuzz::require(outcome.series.size() == whole.outcome.series.size());
  for (std::size_t i = 0; i < outcome.series.size(); ++i)
    fuzz::require(outcome.series[i].summary.last == whole.outcome.series[i].summary.last);
}
