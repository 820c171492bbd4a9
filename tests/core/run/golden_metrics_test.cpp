// Checks that shipped metrics still give the numbers of their numerics revisions: short runs with
// every metric that needs no files, compared with tests/golden/metrics.txt.
//
// If you change the formula of a metric, raise its numerics_revision, so that its old numbers are
// not mixed with new ones, and rewrite the file: run only this test with SKALD_WRITE_GOLDEN=1. A
// value that changed although neither its revision did nor that of another plugin of its cell is
// not written.
#include "options/option_value.hpp"
#include "runs.hpp"
#include "test.hpp"
#include "text/number_text.hpp"

using namespace skald::run;

namespace {

// As in golden_values_test.cpp.
const double kMetricTolerance = std::getenv("SKALD_GOLDEN_BITS") == nullptr ? 1e-7 : 0;

struct MeasuredCell {
  std::string name, sections, sampler, run, reference_sampler, reference_run, metrics;
};

const std::vector<MeasuredCell> kMeasuredCells{
    {"gaussian posterior",
     R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                    "means": [[0, 1], [2, -1]],
                    "covariances": [[[1, 0.2], [0.2, 0.5]], [[2, 0], [0, 1]]]},
        "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},)",
     R"({"plugin": "ula", "step": 0.05})", R"({"iterations": 400, "chains": 2})",
     R"({"plugin": "ula", "step": 0.01})", R"({"iterations": 800, "chains": 2})",
     R"(["w2", "exact_w2", "w2_empirical", "density_misfit", "variance_mse",
         "exact_variance_mse", "variance_bias", "exact_variance_bias",
         "variance_bias_error", "exact_variance_bias_error", "mean_bias",
         "exact_mean_bias", "reference_run_w2_empirical", "reference_run_hpd_relative_error",
         "reference_run_hpd_absolute_error", "ess", "r_hat", "mcse", "ess_tail", "rounds",
         "bits_up", "bits_down", "gradient_evaluations", "normals", "eps_spent",
         "published_claim", "ksd", "sliced_w2", "reference_run_sliced_w2",
         "potential", "potential_excess", "reference_run_potential_excess"])"},
    {"class predictions",
     R"("dataset": {"plugin": "synthetic_alpha_beta"}, "partition": {"plugin": "natural"},
        "model": {"plugin": "softmax"},)",
     R"({"plugin": "sgld", "step": 1e-4, "batch": 8})", R"({"iterations": 60, "chains": 2})",
     R"({"plugin": "sgld", "step": 2e-4, "batch": 8})", R"({"iterations": 60, "chains": 2})",
     R"(["accuracy", "accuracy_mean_parameter", "brier", "nll", {"plugin": "ece", "bins": 7},
         {"plugin": "recall_at_k", "k": 2}, "client_accuracy_mean", "client_accuracy_worst",
         "client_accuracy_p10", "agreement", "total_variation", "reference_run_w2_empirical",
         "reference_run_hpd_relative_error", "reference_run_hpd_absolute_error", "ess_tail"])"},
    {"parameter from the prior",
     R"("dataset": {"plugin": "prior_predictive", "clients": 3}, "partition": {"plugin": "natural"},
        "model": {"plugin": "linear"},)",
     R"({"plugin": "ula", "step": 2e-3})", R"({"iterations": 400, "chains": 2})",
     R"({"plugin": "ula", "step": 2e-3})", R"({"iterations": 40, "chains": 2})",
     R"([{"plugin": "coverage", "level": 0.9}, "rank_dispersion", "rank_shift"])"}};

// They need files or a clock that these runs do not have, or are checked by hand next to their
// plugins.
const std::set<std::string> kLeftOut{"precision",
                                     "simulated_seconds",
                                     "recall",
                                     "micro_f1",
                                     "macro_f1",
                                     "reference_z_max",
                                     "reference_shift_max",
                                     "reference_sd_ratio_min",
                                     "reference_sd_ratio_max",
                                     "reference_w2",
                                     "reference_w2_empirical",
                                     "reference_sliced_w2"};

// Whether a metric has its value from class predictions, and so in the second cell.
bool is_of_classes(Need needs) {
  return holds(needs, Need::class_predictions) || holds(needs, Need::predictions) ||
         holds(needs, Need::client_predictions) || holds(needs, Need::mean_prediction) ||
         holds(needs, Need::reference_prediction);
}

bool is_named(const std::string& metric) {
  for (const MeasuredCell& cell : kMeasuredCells) {
    if (cell.metrics.find('"' + metric + '"') != std::string::npos) return true;
  }
  return kLeftOut.contains(metric);
}

// The cells above; metrics that they do not name join one of them, with their defaults.
std::vector<MeasuredCell> measured_cells() {
  std::vector<MeasuredCell> cells = kMeasuredCells;
  for (const plugin_host::CatalogEntry& entry : plugins().catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      const std::string name = plugin.descriptor->info.name;
      if (plugin.descriptor->kind != Kind::metric || is_of_tests(entry) || is_named(name)) continue;
      std::string& metrics = cells[is_of_classes(plugin.descriptor->metric.needs) ? 1 : 0].metrics;
      metrics.insert(metrics.rfind(']'), ", \"" + name + "\"");
    }
  }
  return cells;
}

constexpr const char* kRemedy =
    "write tests/golden/metrics.txt anew by SKALD_WRITE_GOLDEN=1 run_test "
    "\"the numbers of shipped metrics*\"";

using Entries = std::map<std::string, std::string>;
constexpr const char* kPluginRevision = "plugin revision ";  // "plugin revision model/softmax"

// Whether the plugins that made the draws are the same ones.
bool has_same_plugins(const Entries& then, const Entries& now) {
  const auto of_plugins = [](const Entries& entries) {
    Entries found;
    for (const auto& [key, value] : entries) {
      if (key.starts_with(kPluginRevision)) found[key] = value;
    }
    return found;
  };
  return of_plugins(then) == of_plugins(now);
}

grid::Cell cell_with(const MeasuredCell& cell, const std::string& sampler, const std::string& run,
                     const std::string& metrics) {
  return cell_of(cell.sections + R"("sampler": )" + sampler + R"(, "run": )" + run +
                 R"(, "metrics": )" + metrics);
}

Entries measure(const MeasuredCell& cell) {
  RunRequest reference;
  reference.cell = cell_with(cell, cell.reference_sampler, cell.reference_run, "[]");
  make_reference(reference);
  RunRequest request;
  request.cell = cell_with(cell, cell.sampler, cell.run, cell.metrics);
  request.reference = run_cell(reference, plugins()).for_others;
  INFO(cell.name);
  const record::RunOutcome outcome = good_run(request);
  Entries entries;
  for (const grid::PluginChoice& choice : request.cell.plugins) {
    entries[kPluginRevision + std::string(options::name_of(choice.kind)) + "/" + choice.plugin] =
        std::to_string(choice.numerics_revision);
  }
  for (const grid::MetricChoice& choice : request.cell.metrics) {
    entries["revision " + choice.name] = std::to_string(choice.plugin.numerics_revision);
  }
  for (const record::SeriesRecord& series : outcome.series) {
    entries[series.metric] = text::number_text(series.points.back().value);
  }
  return entries;
}

std::string metrics_file() { return SKALD_SOURCE_DIR "/tests/golden/metrics.txt"; }

std::map<std::string, Entries> read_metrics() {
  std::map<std::string, Entries> cells;
  std::ifstream file(metrics_file());
  std::string cell;
  for (std::string line; std::getline(file, line);) {
    const std::size_t equals = line.find(" = ");
    if (line.starts_with('[')) cell = line.substr(1, line.size() - 2);
    if (!line.starts_with('[') && equals != std::string::npos)
      cells[cell][line.substr(0, equals)] = line.substr(equals + 3);
  }
  return cells;
}

bool is_same_number(const std::string& then, const std::string& now) {
  const double a = std::stod(then), b = std::stod(now);
  if (std::isnan(a) || std::isinf(a)) return std::isnan(a) == std::isnan(b) && !(a < b || a > b);
  return std::abs(a - b) <= kMetricTolerance * (1 + std::abs(a));
}

}  // namespace

TEST_CASE("the numbers of shipped metrics change with their numerics revisions alone") {
  const bool is_writing = std::getenv("SKALD_WRITE_GOLDEN") != nullptr;
  const auto stored = read_metrics();
  std::ostringstream text;
  for (const MeasuredCell& cell : measured_cells()) {
    const auto known = stored.find(cell.name);
    const Entries then = known == stored.end() ? Entries{} : known->second;
    text << "[" << cell.name << "]\n";
    const Entries now = measure(cell);
    const bool is_same_run = has_same_plugins(then, now);
    const auto is_under = [&](const std::string& metric, const Entries& entries) {
      const auto revision = entries.find("revision " + metric);
      return is_same_run && revision != entries.end() &&
             revision->second == now.at("revision " + metric);
    };
    for (auto [key, value] : now) {
      INFO(cell.name << ": " << key << " is " << value);
      const auto before = then.find(key);
      if (before == then.end()) {
        if (!is_writing) FAIL_CHECK("a new metric or plugin: " << kRemedy);
      } else if (key.starts_with("revision ") || key.starts_with(kPluginRevision)) {
        if (before->second != value && !is_writing)
          FAIL_CHECK("a new numerics revision: " << kRemedy);
      } else if (is_under(key, then)) {
        if (!is_same_number(before->second, value))
          FAIL_CHECK("it was " << before->second << " under the same numerics revision: raise it");
        value = before->second;
      }
      text << key << " = " << value << "\n";
    }
  }
  if (is_writing) std::ofstream(metrics_file()) << text.str();
}

TEST_CASE("every shipped metric that needs no files has golden values") {
  std::set<std::string> measured;
  for (const auto& [cell, entries] : read_metrics()) {
    for (const auto& [key, value] : entries) measured.insert(key);
  }
  CHECK(measured.size() >= 80);  // metrics, and their revisions
  for (const plugin_host::CatalogEntry& entry : plugins().catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      if (plugin.descriptor->kind != Kind::metric || is_of_tests(entry)) continue;
      const std::string name = plugin.descriptor->info.name;
      const bool is_left_out = kLeftOut.contains(name);
      if (measured.contains(name) && is_left_out) {
        FAIL_CHECK(name << " has golden values: take it out of kLeftOut");
      }
      if (!measured.contains(name) && !is_left_out) {
        FAIL_CHECK(name << " has no golden values: " << kRemedy);
      }
    }
  }
}
