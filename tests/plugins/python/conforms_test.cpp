// The plugins of tests/plugins/python/plugins pass the conformance kit, and are like the shipped
// ones.
#include "python_plugins.hpp"
#include "test.hpp"

namespace {

using conformance::Finding;
using conformance::Verdict;

using Settings = std::vector<Setting>;

// The kit passes with these options, of which it does not vary the held ones.
void check_conforms(Kind kind, const std::string& name, const Settings& settings,
                    const RowCheck& row = {}, const conformance::CheckOptions& how = {}) {
  const auto findings = check(python_plugins().find(kind, name), settings, row, how);
  INFO(name << "\n" << report(findings));
  CHECK(failures(findings).empty());
  if (kind == Kind::sampler) return;
  for (const Finding& finding : findings) {
    const bool is_due = finding.check != "threads at once";  // these run in one thread
    CHECK((finding.verdict == Verdict::passed || !is_due));
  }
}

// The same of the sampler py_NAME, which is also like the shipped one of that name.
void check_like(const std::string& name, const Settings& settings,
                std::vector<std::string> held = {}) {
  const plugin_host::Plugin& shipped = shipped_plugins().find(Kind::sampler, name);
  check_conforms(Kind::sampler, "py_" + name, settings, {.held = std::move(held)},
                 {.like = conformance::ChosenPlugin{&shipped, values_of(shipped, settings)}});
}

}  // namespace

TEST_CASE("FALD in Python conforms") { check_like("fald", {{"step", 0.1}, {"K", 5}}); }

TEST_CASE("SCAFFOLD in Python conforms") {
  check_like("scaffold", {{"K", 3}});
  check_like("scaffold", {{"K", 3}, {"batch", 2}, {"S", 2}},
             {"K", "lr", "batch", "S", "weights", "option"});
}

// With cohorts, FedAvg has no law, and states no rest.
TEST_CASE("likeness to another sampler is an exact answer, and to itself is none") {
  const Settings settings{{"K", 3}, {"batch", 4}, {"S", 2}};
  const plugin_host::Plugin& python = python_plugins().find(Kind::sampler, "py_fedavg");
  const plugin_host::Plugin& shipped = shipped_plugins().find(Kind::sampler, "fedavg");
  RowCheck row;
  for (const OptionInfo& option : python.options()) row.held.emplace_back(option.name);
  const auto is_judged = [&](std::optional<conformance::ChosenPlugin> like) {
    const auto findings = check(python, settings, row, {.like = std::move(like)});
    INFO(report(findings));
    CHECK(failures(findings).empty());
    return std::ranges::none_of(findings,
                                [](const Finding& f) { return f.verdict == Verdict::not_checked; });
  };
  CHECK_FALSE(is_judged({}));
  CHECK_FALSE(is_judged(conformance::ChosenPlugin{&python, values_of(python, settings)}));
  CHECK(is_judged(conformance::ChosenPlugin{&shipped, values_of(shipped, settings)}));
}

TEST_CASE("FedPA in Python conforms") {
  check_like("fedpa", {{"ell", 3}, {"burn_steps", 2}, {"avg_steps", 2}});
}

TEST_CASE("DP-FedSGD in Python conforms") {
  check_conforms(Kind::sampler, "py_dp_fedsgd", {{"batch", 2}, {"S", 2}},
                 {.held = {"lr", "batch", "S", "weights", "clip"}});
}

TEST_CASE("a Poisson regression in Python conforms") {
  check_conforms(Kind::model, "py_poisson", {});
}

TEST_CASE("a linear regression in Python, whose posterior is known, conforms") {
  check_conforms(Kind::model, "py_ridge", {});
}

TEST_CASE("rows dealt in turn in Python conform, with noise too") {
  check_conforms(Kind::partition, "py_striped", {{"clients", 4}, {"noise", 0.5}});
}

TEST_CASE("a sampler in Python whose state grows conforms") {
  check_conforms(Kind::sampler, "py_window", {{"step", 0.1}});
}

TEST_CASE("make_regression in Python conforms") {
  check_conforms(Kind::dataset, "py_make_regression", {{"clients", 3}, {"noise", 0.5}});
}

TEST_CASE("a quantile partition in Python conforms") {
  check_conforms(Kind::partition, "py_quantile", {{"clients", 4}});
}

TEST_CASE("Laplace noise in Python conforms") {
  check_conforms(Kind::privacy, "py_laplace", {{"noise_multiplier", 1.5}});
  check_conforms(Kind::privacy, "py_laplace", {{"eps", 2.0}});
}

TEST_CASE("the kernel Stein discrepancy in Python conforms") {
  check_conforms(Kind::metric, "py_ksd", {});
}
