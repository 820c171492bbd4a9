// What is stored of private runs, attacked by nothing but that.
#include "run/audit/stored_attack.hpp"
#include "cells.hpp"
#include "run/audit/audit.hpp"
#include "run/experiment.hpp"
#include "test.hpp"

namespace stored_attack_test {

using namespace skald::run;
using Catch::Contains;

namespace {

constexpr AuditPlan plan{
    .runs = 300, .rounds = 10, .canaries = 0, .significance = 1e-3, .attack = Attack::stored};

// FedAvg on six clients that differ in their numbers of rows.
std::string uneven(const std::string& sampler, const std::string& privacy, const std::string& run) {
  return R"("dataset": {"plugin": "titanic"},
            "partition": {"plugin": "quantity_skew", "clients": 6},
            "model": {"plugin": "logistic", "prior_precision": 0},
            "sampler": {"plugin": "fedavg", "lr": 0.1, "weights": "uniform", "clip": 0.5)" +
         sampler + R"(}, "metrics": ["accuracy", "nll", "gradient_evaluations", "eps_spent"],
            "privacy": {"plugin": "gaussian", "delta": 1e-3)" +
         privacy + R"(}, "run": {"public": "encoding", )" + run + "}";
}

struct ShippedSampler {
  std::string name;
  std::set<std::string, std::less<>> options;
  bool says_why_none = false;

  // With all options left as they are that may be, and those of `more` that it has.
  std::string with(std::map<std::string, std::string> more) const {
    more.insert({{"clip", "0.5"},
                 {"label_bound", "2"},
                 {"curvature_clip", "0.25"},
                 {"K", "1"},
                 {"weights", "\"uniform\""},
                 {"step", "1e-3"}});
    std::string text = R"({"plugin": ")" + name + '"';
    for (const auto& [option, value] : more) {
      if (options.contains(option)) text.append(", \"" + option + "\": ").append(value);
    }
    return text + "}";
  }
};

std::vector<ShippedSampler> shipped_samplers() {
  std::vector<ShippedSampler> all;
  for (const auto& entry : plugins().catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      if (is_of_tests(entry) || plugin.descriptor->kind != Kind::sampler) continue;
      const Info& info = plugin.descriptor->info;
      ShippedSampler sampler{info.name, {}, info.no_eps != nullptr};
      for (const OptionInfo& option : plugin.options()) sampler.options.insert(option.name);
      all.push_back(std::move(sampler));
    }
  }
  return all;
}

bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// Checks that what is stored besides values of releases is the same in some runs and in some of a
// neighbour. Returns false, and checks nothing, where the grid is refused or claims nothing, or
// where it has cohorts, `has_cohorts`, and takes no credit for them.
bool has_same_facts(const std::string& grid, bool has_cohorts) {
  std::optional<grid::Cell> cell;
  std::optional<Experiment> experiment;
  try {
    cell = cell_of(grid);
    experiment.emplace(*cell, 0, plugins());
    experiment->rehearse_start();
  } catch (const std::exception&) {
    return false;
  }
  const std::int64_t last = experiment->plan().iterations;
  if (!std::isfinite(experiment->eps_spent(last))) return false;
  const auto releases = experiment->worst_releases(last);
  const bool are_secret = std::any_of(releases.begin(), releases.end(), [](const auto& release) {
    return release.round_rate < 1 || release.sampling != Sampling::none;
  });
  if (has_cohorts && !are_secret) return false;
  const privacy::Guarantee claim = experiment->released(last);
  const CanaryPlace unit{.client = 0, .whole_client = claim.scope.unit == "client"};
  const StoredRuns runs = stored_runs(*cell, unit, claim.relation, 3, {}, plugins());
  const auto& first = runs.with.front().facts;
  for (const auto* kind : {&runs.with, &runs.without}) {
    for (const StoredNumbers& run : *kind) {
      CHECK(run.facts.size() == first.size());
      for (const auto& [name, value] : run.facts) {
        const auto same = first.find(name);
        if (same == first.end() || !is_same(same->second, value))
          FAIL(name << " differs between runs: " << value);
      }
    }
  }
  return true;
}

AuditFinding audited(const std::string& grid) { return audit(cell_of(grid), plan, plugins()); }

}  // namespace

TEST_CASE("what is stored of sound runs shows no more than is claimed") {
  const std::string observer = R"(, "noise_multiplier": 2, "adversary": "observer")";
  for (const std::string& grid :
       {uneven(R"(, "S": 1, "K": 1)", observer, R"("rounds": 5)"),
        uneven(R"(, "S": 2, "K": 2, "unit": "client")", observer, R"("rounds": 5)"),
        uneven(R"(, "S": 2, "K": 2, "unit": "client", "client_sampling": "poisson")", observer,
               R"("rounds": 5)"),
        // With options left as they are: when predictions are made follows from the plan.
        uneven(R"(, "S": 2, "K": 1, "unit": "client")", observer, R"("rounds": 60)"),
        uneven(R"(, "K": 2, "noise_at": "step", "batch": 20, "data_sampling": "poisson")",
               R"(, "noise_multiplier": 2)", R"("rounds": 5)"),
        uneven(R"(, "K": 1)", R"(, "noise_multiplier": 2)",
               R"("rounds": 20, "divergence_bound": 0.05)")}) {
    const AuditFinding found = audited(grid);
    CAPTURE(grid, found.why, found.shown, found.within.epsilon);
    CHECK(std::isfinite(found.claimed));
    CHECK(found.verdict == AuditVerdict::consistent);
    CHECK(found.runs == 600);
    CHECK(found.attack == Attack::stored);
  }
}

TEST_CASE("what is stored of noisy runs shows something") {
  const AuditFinding found =
      audited(uneven(R"(, "K": 1)", R"(, "noise_multiplier": 0.1)", R"("rounds": 10)"));
  CAPTURE(found.why, found.shown);
  CHECK(found.shown > 1);
  CHECK_THAT(found.why, Contains("accuracy") || Contains("nll") || Contains("all columns"));
}

TEST_CASE("of no private sampler it is stored who took part, or how many rows there were") {
  const std::string some = R"("without_replacement")", seen = R"("released")";
  const std::vector<std::map<std::string, std::string>> ways{
      {{"S", "2"}, {"participation", some}},
      {{"S", "2"}, {"unit", R"("client")"}, {"norms", seen}},
      {{"noise_at", R"("step")"}},
      {{"noise_at", R"("step")"}, {"S", "2"}},
      {{"noise_by", R"("clients")"}},
      {{"noise_by", R"("clients")"}, {"S", "2"}},
      {{"renewals", R"("schedule")"}, {"reference_noise", "2"}},
      {}};
  const std::vector<std::string> noises{
      R"("gaussian", "noise_multiplier": 8, "calibration": "rdp", "adversary": "observer")",
      R"("gaussian", "noise_multiplier": 8, "calibration": "rdp")",
      R"("langevin", "adversary": "observer")"};
  const std::string logistic = R"("dataset": {"plugin": "titanic"},
      "model": {"plugin": "logistic", "prior_precision": 1}, "metrics": ["accuracy", )";
  const std::string linear = R"("dataset": {"plugin": "make_regression", "features": 1},
      "model": {"plugin": "linear", "row_bound": 1}, "metrics": [)";
  const auto grid_of = [](const std::string& problem, const std::string& sampler,
                          const std::string& noise) {
    return problem + R"("gradient_evaluations", "bits_up", "eps_spent"],
              "partition": {"plugin": "quantity_skew", "clients": 6},
              "run": {"public": "encoding", "iterations": 40}, "sampler": )" +
           sampler + R"(, "privacy": {"delta": 1e-3, "plugin": )" + noise + "}";
  };
  // Every sampler that ships is tried, so that none that becomes private is left out.
  std::set<std::string> attacked;
  for (const ShippedSampler& sampler : shipped_samplers()) {
    const std::string& problem = sampler.options.contains("label_bound") ? linear : logistic;
    for (const auto& way : ways) {
      for (const std::string& noise : noises) {
        const bool sees_cohorts = noise.find("observer") == std::string::npos;
        if (sees_cohorts && way.contains("S")) continue;
        const std::string grid = grid_of(problem, sampler.with(way), noise);
        INFO(grid);
        if (has_same_facts(grid, way.contains("S"))) attacked.insert(sampler.name);
      }
    }
    // It has an eps, or says why it has none; ULA has one of models that bound their rows.
    if (sampler.name == "ula") continue;
    INFO(sampler.name);
    CHECK(attacked.contains(sampler.name) == !sampler.says_why_none);
  }
}

}  // namespace stored_attack_test
