// Plugin declarations without code, and grids that use them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "grid/grid.hpp"
#include "skald/options.hpp"
#include "skald/plugin.hpp"

namespace fake {

using skald::option;

struct GaussianClients {
  std::int64_t clients = 0;
  std::int64_t dimension = 10;
  std::optional<skald::Numbers> means;
};
inline constexpr std::array gaussian_clients_options{
    [] {
      auto row = option("clients", &GaussianClients::clients, "number of clients").at_least(1);
      row.info.has_default = false;
      return row;
    }(),
    option("dimension", &GaussianClients::dimension, "dimension d of theta").at_least(1),
    option("means", &GaussianClients::means, "one row per client")};

struct Csv {
  std::string_view file;
  std::string_view label = "y";
};
inline constexpr std::array csv_options{option("file", &Csv::file, "the table").is_path(),
                                        option("label", &Csv::label, "name of the label column")};

struct Nothing {};
inline constexpr std::array<skald::Option<Nothing>, 0> no_options{};

struct Logistic {
  double prior = 1;
  double clip = 0;
};
inline constexpr std::array logistic_options{
    option("prior", &Logistic::prior, "precision of the prior").above(0),
    option("clip", &Logistic::clip, "a clash of names").at_least(0)};

struct Fald {
  std::optional<std::int64_t> K;
  std::optional<double> p_c;
  double rho = 0;
  double step = 0.1;
  std::int64_t batch = 0;
  bool paired = true;
  std::string_view schedule = "bernoulli";
};
inline constexpr std::array fald_options{
    option("K", &Fald::K, "local steps per round").at_least(1),
    option("p_c", &Fald::p_c, "communication probability").above(0).at_most(1),
    option("rho", &Fald::rho, "share of the common noise").at_least(0).at_most(1).symbol("rho"),
    option("step", &Fald::step, "step h on the global potential").above(0),
    option("batch", &Fald::batch, "examples per gradient, 0: all").at_least(0),
    option("paired", &Fald::paired, "same noise in all cells"),
    option("schedule", &Fald::schedule, "when to communicate").one_of("bernoulli|every")};

struct VrFald {
  std::optional<double> p_c;
  double rho = 0;
  double step = 0.1;
  std::int64_t batch = 0;
  double q_cv = 0.1;
};
inline constexpr std::array vr_fald_options{
    option("p_c", &VrFald::p_c, "communication probability").above(0).at_most(1),
    option("rho", &VrFald::rho, "share of the common noise").at_least(0).at_most(1),
    option("step", &VrFald::step, "step h on the global potential").above(0),
    option("batch", &VrFald::batch, "examples per gradient, 0: all").at_least(0),
    option("q_cv", &VrFald::q_cv, "refresh probability").above(0).at_most(1)};

struct Ula {
  double step = 0.1;
};
inline constexpr std::array ula_options{option("step", &Ula::step, "step h").above(0)};

struct Sgd {
  std::string_view schedule = "constant";
  double decay = 0;
};
inline constexpr std::array sgd_options{
    option("schedule", &Sgd::schedule, "learning rate").one_of("constant|inverse|exponential"),
    option("decay", &Sgd::decay, "per iteration")
        .only_if("schedule=inverse|exponential")
        .at_least(0)};

struct Gaussian {
  double eps = 1;
  double clip = 1;
};
inline constexpr std::array gaussian_options{
    option("eps", &Gaussian::eps, "privacy budget").above(0),
    option("clip", &Gaussian::clip, "bound").above(0)};

struct Run {
  std::optional<std::int64_t> iterations;
  std::optional<std::int64_t> rounds;
  double burn_in = 0;
  std::int64_t chains = 1;
  std::optional<double> seconds;
};
inline constexpr std::array run_options{
    option("iterations", &Run::iterations, "budget in iterations").at_least(1),
    option("rounds", &Run::rounds, "budget in rounds").at_least(1),
    option("burn_in", &Run::burn_in, "share left out").at_least(0).below(1),
    option("chains", &Run::chains, "independent chains").at_least(1),
    option("limits.seconds", &Run::seconds, "wall time").above(0)};

struct Calibration {
  std::int64_t bins = 15;
};
inline constexpr std::array calibration_options{
    option("bins", &Calibration::bins, "buckets").at_least(1)};
struct Recall {
  std::int64_t k = 5;
};
inline constexpr std::array recall_options{option("k", &Recall::k, "labels").at_least(1)};

template <const auto& table>
constexpr skald::PluginDescriptor descriptor(skald::Kind kind, const char* name,
                                             std::uint32_t revision = 1) {
  return {.size = sizeof(skald::PluginDescriptor),
          .abi_tag = SKALD_ABI_TAG,
          .interface_version = skald::kInterfaceVersion,
          .kind = kind,
          .info = {name, "1.0", revision, "a summary", "a reference"},
          .build_info = "",
          .options = skald::detail::option_infos_v<table>.data(),
          .option_count = static_cast<std::uint32_t>(table.size()),
          .create = nullptr,
          .destroy = nullptr};
}

inline constexpr auto gaussian_clients =
    descriptor<gaussian_clients_options>(skald::Kind::dataset, "gaussian_clients");
inline constexpr auto csv = descriptor<csv_options>(skald::Kind::dataset, "csv");
inline constexpr auto natural = descriptor<no_options>(skald::Kind::partition, "natural");
inline constexpr auto gaussian_model = descriptor<no_options>(skald::Kind::model, "gaussian");
inline constexpr auto logistic = descriptor<logistic_options>(skald::Kind::model, "logistic");
inline constexpr auto fald = descriptor<fald_options>(skald::Kind::sampler, "fald", 3);
inline constexpr auto vr_fald = descriptor<vr_fald_options>(skald::Kind::sampler, "vr_fald");
inline constexpr auto ula = descriptor<ula_options>(skald::Kind::sampler, "ula");
inline constexpr auto sgd = descriptor<sgd_options>(skald::Kind::sampler, "sgd");
inline constexpr auto none = descriptor<no_options>(skald::Kind::privacy, "none");
inline constexpr auto gaussian = descriptor<gaussian_options>(skald::Kind::privacy, "gaussian");

inline constexpr auto variance_mse = descriptor<no_options>(skald::Kind::metric, "variance_mse");
inline constexpr auto w2 = descriptor<no_options>(skald::Kind::metric, "w2");
inline constexpr auto rounds = descriptor<no_options>(skald::Kind::metric, "rounds");
inline constexpr auto accuracy = [] {
  auto plugin = descriptor<no_options>(skald::Kind::metric, "accuracy");
  plugin.metric.preferred = skald::Preferred::larger;
  return plugin;
}();
inline constexpr auto ece = descriptor<calibration_options>(skald::Kind::metric, "ece");
inline constexpr auto recall_at_k = [] {
  auto plugin = descriptor<recall_options>(skald::Kind::metric, "recall_at_k");
  plugin.metric.preferred = skald::Preferred::neither;
  return plugin;
}();

inline constexpr std::array plugins{
    &gaussian_clients, &csv, &natural,     &gaussian_model, &logistic,     &fald,
    &vr_fald,          &ula, &none,        &gaussian,       &variance_mse, &w2,
    &accuracy,         &ece, &recall_at_k, &rounds,         &sgd};

inline skald::grid::OptionTables tables() {
  return {plugins, skald::detail::option_infos_v<run_options>};
}

inline skald::grid::GridContext context() {
  return {.file = "grid.json",
          .folder = "/study",
          .tables = tables(),
          .constants = {"N", "n", "d", "m", "L", "step_bound"},
          .reference_metrics = {"accuracy", "ece"}};
}

// Returns a grid whose sampler section, run section and further members are given as JSON text.
inline std::string grid_text(const std::string& sampler, const std::string& rest = "",
                             const std::string& run = R"({"iterations": 100})") {
  return R"({"name": "test", "dataset": {"plugin": "gaussian_clients", "clients": 10},
 "model": {"plugin": "gaussian"}, "sampler": )" +
         sampler + ", \"run\": " + run + (rest.empty() ? "" : ",\n " + rest) + "}";
}

}  // namespace fake
