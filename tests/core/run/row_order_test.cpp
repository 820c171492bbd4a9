// If a table is not copied, clients are lists of rows instead of ranges, and everything that reads
// rows must read the same ones. Runs every sampler, model and metric with both orders.
#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

record::RunOutcome run_in(problem::RowOrder order, const std::string& sections) {
  RunRequest request = request_of(sections);
  request.shared_table_bytes = order == problem::RowOrder::as_given ? 0 : kSharedTableBytes;
  return run_cell(request, plugins());
}

// Checks that `sections` give the same numbers in both orders, up to rounding.
void check_both_orders(const std::string& sections) {
  const record::RunOutcome copied = run_in(problem::RowOrder::by_client, sections);
  const record::RunOutcome listed = run_in(problem::RowOrder::as_given, sections);
  INFO(sections << "\n" << copied.message << "\n" << listed.message);
  REQUIRE(copied.status == record::RunStatus::ok);
  REQUIRE(listed.status == record::RunStatus::ok);
  CHECK(listed.label_histogram == copied.label_histogram);
  REQUIRE(listed.formulas.size() == copied.formulas.size());
  for (std::size_t i = 0; i < copied.formulas.size(); ++i)
    CHECK(listed.formulas[i].second == Approx(copied.formulas[i].second).epsilon(1e-9));
  REQUIRE(listed.series.size() == copied.series.size());
  for (std::size_t i = 0; i < copied.series.size(); ++i) {
    INFO(copied.series[i].metric);
    CHECK(listed.series[i].metric == copied.series[i].metric);
    REQUIRE(listed.series[i].points.size() == copied.series[i].points.size());
    for (std::size_t t = 0; t < copied.series[i].points.size(); ++t) {
      const double expected = copied.series[i].points[t].value;
      const double found = listed.series[i].points[t].value;
      CHECK(std::isfinite(expected));
      CHECK(found == Approx(expected).epsilon(1e-7).margin(1e-9));
    }
  }
}

// Rows of a common precision around three means, dealt at random to three clients.
std::string gaussian_rows(const std::string& sampler, const std::string& run,
                          const std::string& metrics) {
  return R"("dataset": {"plugin": "gaussian_clients", "generator": "toy", "clients": 3,
                        "examples": 7, "examples_spread": 0.4, "alpha": 9},
            "partition": {"plugin": "iid", "clients": 3}, "model": {"plugin": "gaussian"},
            "sampler": {)" +
         sampler + R"(}, "run": {)" + run + R"(}, "metrics": [)" + metrics + "]";
}

const std::string kSteps = R"(, "step": "= step_bound / 50")";

// Every sampler, with options that make it draw few rows or use all of them. Centralised
// minibatches are not among them: they number rows across clients, so that the two orders give
// different batches.
const std::multimap<std::string, std::string> samplers = {
    {"ula", kSteps},
    {"sgld", R"(, "batch": 1000)" + kSteps},
    {"psgld", R"(, "initial_v": 1)" + kSteps},
    {"hmc", R"(, "warm_up": 0, "leapfrog_steps": 3, "step": 0.05)"},
    {"laplace_approximation", R"(, "steps": 5)" + kSteps},
    {"noisy_sufficient_statistics", ""},
    {"deep_ensemble", ""},
    {"fa_ld", R"(, "K": 2, "batch": 3)" + kSteps},
    {"fa_ld", R"(, "K": "auto", "decay": "harmonic", "m": "auto", "L": "auto")"},
    {"fa_hmc", R"(, "K": 2, "leapfrog": 3, "batch": 3, "leap_step": "auto")"},
    {"afhmc", R"(, "K": 2, "leapfrog": 3, "leap_step": "auto")"},
    {"fald", R"(, "K": 2, "batch": 3, "step": "auto")"},
    {"fald_star", R"(, "K": 2, "q_cv": 0.3, "batch": 3)" + kSteps},
    {"sghmc", R"(, "step": 0.1)"},
    {"sgnht", R"(, "step": 0.1)"},
    {"baoab", R"(, "K": 2, "batch": 3, "step": 0.1)"},
    {"de_sgld", R"(, "K": 2, "batch": 3)" + kSteps},
    {"extra_sgld", R"(, "topology": "star")" + kSteps},
    {"diging_sgld", R"(, "p_c": 0.5, "batch": 3)" + kSteps},
    {"scaffnew", R"(, "K": 2, "lr": 0.05, "batch": 3)"},
    {"scaffnew_langevin", R"(, "K": 2, "batch": 3)" + kSteps},
    {"vr_fald", R"(, "K": 2, "q_cv": 0.3, "batch": 3)" + kSteps},
    {"qlsd", R"(, "batch": 3)" + kSteps},
    {"qlsd_star", R"(, "batch": 3)" + kSteps},
    {"qlsd_pp", R"(, "batch": 3, "l": 3)" + kSteps},
    {"marina_langevin", R"(, "p_full": 0.4)" + kSteps},
    {"elf", R"(, "direction": "both", "compressor": "random_k")" + kSteps},
    {"dsgld", R"(, "batch": 3)" + kSteps},
    {"fsgld", R"(, "surrogate": "analytic", "batch": 3)" + kSteps},
    {"fsgld", R"(, "surrogate": "laplace", "batch": 3)" + kSteps},
    {"dg_lmc", R"(, "axda_tol": [0.05], "batch": 3)" + kSteps},
    {"consensus", R"(, "warm_up": 2, "samples": 5, "leapfrog_steps": 3, "step": 0.05)"},
    {"pvi", R"(, "K": 2, "batch": 3, "site_precision": 1)"},
    {"pvi", R"(, "local": "exact", "site_precision": 1)"},
    {"fedep", R"(, "K": 12, "burn_steps": 6, "batch": 3, "site_precision": 1)"},
    {"fedlap", R"(, "K": 2, "batch": 3, "site_precision": 1)"},
    {"bayesian_admm", R"(, "K": 2, "batch": 3, "start_precision": 1)"},
    {"bayesian_admm", R"(, "local": "ivon", "K": 2, "batch": 3, "start_precision": 1)"},
    {"fedavg", R"(, "K": 2, "batch": 3, "clip": 0.5)"},
    {"fedbuff", R"(, "K": 2, "batch": 3, "buffer": 2)"},
    {"distributed_sgd", R"(, "K": 2, "batch": 3)"},
    {"fedprox", R"(, "K": 2, "batch": 3)"},
    {"fedbuff", R"(, "K": 2, "batch": 3, "concurrency": 2, "buffer": 1)"},
    {"fednova", R"(, "epochs": 2, "batch": 3)"},
    {"feddyn", R"(, "K": 2, "batch": 3)"},
    {"tamuna", R"(, "K": 2, "batch": 3)"},
    {"fedvarp", R"(, "K": 2, "batch": 3)"},
    {"fedexp", R"(, "K": 2, "batch": 3, "epsilon": 1)"},  // less is chaotic
    {"fedpaq", R"(, "K": 2, "batch": 3)"},
    {"fedpaq_private", R"(, "K": 2)"},
    {"scaffold", R"(, "K": 2, "batch": 3, "option": "I")"},
    {"mime", R"(, "K": 2, "batch": 3)"},
    {"mime_lite", R"(, "K": 2, "batch": 3)"},
    {"fedpa", R"(, "ell": 2, "burn_steps": 0, "avg_steps": 1, "posterior": "exact", "lr": 0.01)"},
    {"fedpa", R"(, "ell": 2, "burn_steps": 1, "avg_steps": 1, "batch": 3)"},
    {"dp_fedavg", R"(, "K": 2, "batch": 3)"}};

}  // namespace

TEST_CASE("every sampler finds the same rows in either order") {
  for (const auto& [name, options] : samplers) {
    const bool draws = name != "consensus";
    check_both_orders(
        gaussian_rows(R"("plugin": ")" + name + '"' + options,
                      draws ? R"("iterations": 12, "chains": 3, "start": "mode")"
                            : R"("iterations": 12, "burn_in": 0.6)",
                      R"("variance_bias", "mean_bias", "w2", "gradient_evaluations", "bits_up")"));
  }
  for (const plugin_host::CatalogEntry& entry : plugins().catalog()) {
    if (entry.plugins.empty() || entry.plugins.front().descriptor->kind != Kind::sampler) continue;
    INFO(entry.name);
    CHECK((samplers.contains(entry.name) || is_of_tests(entry)));
  }
}

TEST_CASE("exact metrics judge the clients by their own rows in either order") {
  const std::string metrics =
      R"("exact_w2", "exact_variance_bias", "exact_variance_mse", "exact_mean_bias",
         "exact_variance_bias_error")";
  for (const std::string sampler :
       {R"("plugin": "sgld", "batch": 2)", R"("plugin": "fald", "K": 3, "batch": 2)",
        R"("plugin": "fald", "p_c": 0.3, "batch": 3)", R"("plugin": "fa_ld", "K": 3, "batch": 2)",
        R"("plugin": "vr_fald", "p_c": 0.4, "q_cv": 0.3, "batch": 2)"}) {
    check_both_orders(gaussian_rows(sampler + kSteps, R"("iterations": 30, "chains": 2)", metrics));
  }
}

TEST_CASE("every model finds the same rows in either order") {
  const std::string run = R"(, "run": {"iterations": 6, "evaluate_every": 2}, "metrics": )";
  const std::string fedavg = R"("sampler": {"plugin": "fedavg", "K": 2, "batch": 3, "lr": 0.05)";
  const std::string clients = R"("partition": {"plugin": "dirichlet", "clients": 3, "alpha": 1,
                                               "min_size": 4}, )";
  const std::string metrics = R"(["accuracy", "brier", "nll", "ece"])";
  const std::string digits = R"("dataset": {"plugin": "het_digits", "train": 60, "test": 40}, )";
  for (const std::string clip : {"", R"(, "clip": 0.5)"}) {
    for (const std::string model :
         {R"({"plugin": "softmax"})", R"({"plugin": "softmax", "arithmetic": "float"})",
          R"({"plugin": "mlp", "hidden": [4]})"}) {
      check_both_orders(digits + clients + R"("model": )" + model + ", " + fedavg + clip + "}" +
                        run + metrics);
    }
    check_both_orders(R"("dataset": {"plugin": "titanic"}, )" + clients +
                      R"("model": {"plugin": "logistic"}, )" + fedavg + clip + "}" + run + metrics);
  }
  check_both_orders(
      R"("dataset": {"plugin": "make_regression", "clients": 4, "examples": 10, "features": 3},
         "partition": {"plugin": "iid", "clients": 3}, "model": {"plugin": "linear"},
         "sampler": {"plugin": "fald", "K": 2, "batch": 3, "step": "= step_bound / 50"},
         "run": {"iterations": 12, "start": "mode"}, "metrics": ["w2", "variance_bias"])");
}
