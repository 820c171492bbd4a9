// Tests every shipped sampler and optimiser with the kit, in the variants that its options give.
#include <memory>
#include <set>

#include "catch.hpp"
#include "checked_plugins.hpp"
#include "conformance/check_sampler.hpp"
#include "conformance/reference_problem.hpp"
#include "conformance/sampler_contract.hpp"

using namespace skald;
using namespace skald::conformance;
using namespace skald::test;

namespace {

using Text = std::string;

options::OptionValue count(std::int64_t n) { return n; }
options::OptionValue numbers(double x) { return options::NumberArray{{x}, {1}}; }

// Tolerance for laws that are exact up to Monte Carlo error.
constexpr double kExact = 1e-9;

struct Variant {
  std::string name;
  Settings settings;
  double tolerance = kDefaultTolerance;
};

// An accountant for mechanisms that do not calibrate.
class NoAccountant final : public Accountant {
 public:
  Index clients() const override { return 1; }
  double epsilon(const NoiseLaw&, const Claim&, Index) const override { return 0; }
  double multiplier(NoiseLaw::Kind, double, const Claim&, Index) const override { return 0; }
};

void check_all(const std::vector<Variant>& variants) {
  for (const Variant& variant : variants) {
    std::string options;
    for (const auto& [name, unused] : variant.settings) options += " " + name;
    const auto findings = check(Kind::sampler, variant.name, variant.settings, variant.tolerance);
    INFO(variant.name << options << "\n" << report(findings));
    CHECK(failures(findings).empty());
    CHECK(findings.size() >= 12);
  }
}

const std::vector<Variant> centralised = {
    {"ula", {}},
    {"ula", {{"temp", 0.5}}},
    {"sgld", {{"batch", count(3)}}},
    {"psgld", {{"alpha", 1.0}, {"initial_v", 0.04}, {"lambda", 0.1}, {"step", 0.05}}},
    {"psgld", {{"step", 0.001}, {"lambda", 0.1}, {"initial_v", 0.04}}},
    {"psgld", {{"step", 0.001}, {"lambda", 0.1}, {"initial_v", 0.04}, {"gamma_term", true}}},
    {"hmc", {{"warm_up", count(0)}, {"step", 0.3}, {"leapfrog_steps", count(5)}}, kExact},
    {"hmc", {{"warm_up", count(200)}, {"leapfrog_steps", count(4)}}, kExact}};

const std::vector<Variant> averaging = {
    {"fa_ld", {{"K", count(3)}}},
    {"fa_ld", {{"K", count(4)}, {"rho", 0.6}, {"batch", count(2)}, {"weights", Text("uniform")}}},
    {"fa_ld",
     {{"K", count(2)}, {"S", count(2)}, {"participation", Text("with_replacement")}, {"rho", 0.3}}},
    {"fa_ld",
     {{"K", count(3)},
      {"S", count(2)},
      {"participation", Text("without_replacement")},
      {"weights", Text("uniform")}}},
    {"fa_ld", {{"K", count(1)}, {"decay", Text("harmonic")}, {"m", 3.9}, {"L", 8.0}}},
    {"fald", {{"p_c", 0.5}}},
    {"fald",
     {{"p_c", 0.3}, {"rho", 0.5}, {"weights", Text("examples")}, {"estimate", Text("average")}}},
    {"fald", {{"K", count(3)}, {"rho", 1.0}, {"temp", 0.7}}},
    {"fald", {{"p_c", 0.4}, {"batch", count(1)}, {"rho", 0.5}}},
    {"fald", {{"K", count(4)}, {"estimate", Text("average")}, {"batch", count(2)}}},
    {"fald_star", {{"p_c", 0.4}, {"q_cv", 0.4}}},
    {"fald_star", {{"K", count(3)}, {"q_cv", 0.3}, {"batch", count(2)}}, 0.2},
    {"vr_fald", {{"p_c", 0.4}, {"q_cv", 0.3}, {"rho", 0.5}}},
    {"vr_fald", {{"p_c", 0.4}, {"q_cv", 0.4}, {"batch", count(1)}, {"weights", Text("examples")}}},
    {"vr_fald", {{"K", count(3)}, {"q_cv", 0.3}, {"estimate", Text("average")}}}};

const std::vector<Variant> other_samplers = {
    {"qlsd", {}},
    {"qlsd", {{"compressor", Text("none")}}},
    {"qlsd", {{"compressor", Text("sparsifier")}, {"keep", 0.7}}},
    {"qlsd", {{"S", count(2)}, {"batch", count(1)}, {"step", 0.002}}},
    {"qlsd_star", {{"batch", count(2)}, {"S", count(2)}}},
    {"qlsd_pp", {{"levels", count(4)}, {"l", count(20)}, {"batch", count(1)}}},
    {"qlsd_pp", {{"S", count(2)}, {"alpha", 0.1}}},
    {"dsgld", {}},
    {"dsgld",
     {{"K", count(5)}, {"batch", count(2)}, {"visits", Text("examples")}, {"step", 0.001}}},
    {"fsgld", {{"surrogate", Text("analytic")}, {"K", count(3)}}},
    {"fsgld", {{"surrogate", Text("laplace")}, {"K", count(5)}, {"batch", count(2)}}},
    {"fsgld", {{"surrogate", Text("swag")}, {"step", 0.002}}},
    {"fsgld", {{"surrogate", Text("flat")}}},
    {"dg_lmc", {{"axda_tol", numbers(0.05)}, {"conditional", Text("exact")}}},
    {"dg_lmc", {{"axda_tol", numbers(0.05)}, {"K", count(3)}, {"batch", count(3)}}, 0.2},
    {"consensus", {{"warm_up", count(300)}, {"samples", count(600)}}}};

const std::vector<Variant> optimisers = {
    {"fedavg", {{"K", count(3)}, {"lr", 0.3}}},
    {"fedavg", {{"K", count(3)}, {"S", count(2)}, {"batch", count(1)}, {"lr", 0.3}}},
    {"fedavg", {{"K", count(2)}, {"server", Text("momentum")}, {"momentum", 0.5}}},
    {"distributed_sgd", {{"K", count(3)}, {"batch", count(1)}, {"lr", 0.3}}},
    {"fedprox", {{"K", count(3)}, {"mu", 0.5}, {"lr", 0.3}}},
    {"fedpaq", {{"K", count(3)}, {"levels", count(10)}, {"lr", 0.3}}},
    {"scaffold", {{"K", count(3)}, {"lr", 0.3}}},
    {"scaffold", {{"K", count(3)}, {"option", Text("I")}, {"S", count(2)}, {"lr", 0.3}}},
    {"mime", {{"K", count(3)}, {"lr", 0.3}}},
    {"mime_lite", {{"K", count(3)}, {"batch", count(1)}, {"lr", 0.3}}},
    {"fedpa", {{"ell", count(1)}, {"burn_steps", count(2)}, {"avg_steps", count(1)}, {"lr", 0.3}}},
    {"fedpa",
     {{"ell", count(3)},
      {"burn_steps", count(2)},
      {"avg_steps", count(2)},
      {"lr", 0.3},
      {"discard_steps", count(1)},
      {"burn_rounds", count(2)}}},
    {"fedpa",
     {{"ell", count(2)},
      {"burn_steps", count(0)},
      {"avg_steps", count(1)},
      {"posterior", Text("exact")}}},
    {"deep_ensemble", {{"lr", 0.3}}},
    {"deep_ensemble", {{"batch", count(2)}, {"momentum", 0.5}}},
    {"dp_fedavg", {}},
    {"fedpaq_private", {}}};

}  // namespace

TEST_CASE("centralised samplers conform") { check_all(centralised); }

TEST_CASE("samplers with model averaging conform") { check_all(averaging); }

TEST_CASE("samplers without model averaging conform") { check_all(other_samplers); }

TEST_CASE("optimisers conform") { check_all(optimisers); }

TEST_CASE("no shipped sampler is left out") {
  std::set<std::string> names;
  for (const auto& variants : {centralised, averaging, other_samplers, optimisers}) {
    for (const Variant& variant : variants) names.insert(variant.name);
  }
  for (const plugin_host::CatalogEntry& entry : checked_plugins().catalog()) {
    if (entry.plugins.empty() || entry.plugins.front().descriptor->kind != Kind::sampler) continue;
    INFO(entry.name);
    CHECK((names.contains(entry.name) || entry.name.starts_with("flawed_")));
  }
}

TEST_CASE("the contract holds with a mechanism's noise, and where posteriors are sampled") {
  const auto contract = [](const std::string& name, const Settings& settings,
                           const Mechanism& mechanism) {
    const auto reference = unequal_clients();
    return check_sampler_contract({reference->problem(), reference->ledger(), mechanism}, [&] {
      return std::shared_ptr<Sampler>(create_checked<Sampler>(Kind::sampler, name, settings));
    });
  };
  const auto mechanism =
      create_checked<Mechanism>(Kind::privacy, "gaussian", {{"noise_multiplier", 0.1}});
  mechanism->prepare(NoAccountant());
  const auto noisy = contract(
      "fedavg", {{"K", count(3)}, {"S", count(2)}, {"batch", count(1)}, {"clip", 1.0}}, *mechanism);
  INFO(report(noisy));
  CHECK(failures(noisy).empty());
  const auto sampled = contract("fedpa",
                                {{"ell", count(3)},
                                 {"burn_steps", count(0)},
                                 {"avg_steps", count(1)},
                                 {"posterior", Text("sampled")}},
                                NoNoise());
  INFO(report(sampled));
  CHECK(failures(sampled).empty());
}
