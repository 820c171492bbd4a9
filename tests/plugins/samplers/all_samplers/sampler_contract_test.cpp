// What sampler.hpp promises of every sampler, with options together that `conforms` of a sampler's
// own test varies one by one, under a mechanism's noise, and in an object that is started again
// with other clients.
#include "sampler_contract.hpp"
#include "conformance/sampler_checks.hpp"
#include "fixed_accountant.hpp"
#include "plugin_check.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace skald::test {
namespace sampler_contract_test {

struct Configuration {
  std::string sampler;
  std::vector<Setting> options;

  std::shared_ptr<Sampler> make() const {
    return load_plugin<Sampler>("sampler/" + sampler, options);
  }
};

const Setting step("step", 0.01), leap_step("leap_step", 0.1);
const std::vector<Configuration> configurations = {
    {"ula", {step}},
    {"sgld", {step, {"batch", 2}}},
    {"fald", {step, {"K", 3}, {"rho", 0.5}, {"batch", 2}}},
    {"fald", {step, {"p_c", 0.3}, {"rho", 1.0}, {"weights", "examples"}}},
    {"fald", {step, {"K", 3}, {"estimate", "average"}}},
    {"fald", {step, {"p_c", 0.3}, {"estimate", "average"}, {"batch", 3}}},
    {"vr_fald", {step, {"p_c", 0.3}, {"q_cv", 0.3}, {"rho", 0.5}, {"batch", 2}}},
    {"vr_fald", {step, {"K", 3}, {"q_cv", 0.3}, {"estimate", "average"}}},
    {"fa_hmc", {leap_step, {"participation", "with_replacement"}, {"S", 2}, {"batch", 2}}},
    {"fa_hmc",
     {leap_step, {"participation", "without_replacement"}, {"S", 2}, {"weights", "uniform"}}},
    {"dsgld", {step, {"K", 5}, {"batch", 2}, {"visits", "examples"}}},
    {"fsgld", {step, {"K", 5}, {"batch", 2}, {"surrogate", "laplace"}}},
    {"fsgld", {step, {"K", 2}, {"surrogate", "swag"}, {"surrogate_steps", 20}}},
    {"dg_lmc", {step, {"K", 3}, {"batch", 2}, {"axda_tol", Array{{0.2}, {1}}}}},
    {"qlsd_star", {step, {"compressor", "sparsifier"}, {"keep", 0.6}}},
    {"qlsd_pp", {step, {"levels", 2}, {"S", 2}, {"batch", 2}, {"l", 4}}},
    {"deep_ensemble", {{"batch", 2}, {"momentum", 0.5}}},
    {"fedavg", {{"K", 3}, {"S", 2}, {"batch", 1}, {"clip", 1.0}}},
    {"fedavg", {{"K", 3}, {"weights", "uniform"}}},
    {"fedpa", {{"burn_steps", 1}, {"ell", 2}, {"avg_steps", 1}, {"S", 2}, {"server", "momentum"}}},
    {"fedpa", {{"burn_steps", 0}, {"ell", 3}, {"avg_steps", 1}, {"posterior", "sampled"}}},
    {"fedpa", {{"burn_steps", 1}, {"ell", 2}, {"avg_steps", 1}, {"burn_rounds", 2}, {"batch", 2}}},
    {"fedpaq_private", {{"K", 3}, {"S", 2}, {"frac", 0.6}}},
    {"distributed_sgd", {{"K", 3}, {"S", 2}, {"batch", 2}, {"server", "adam"}}},
    {"mime", {{"K", 3}, {"S", 2}, {"batch", 2}}},
    {"mime_lite", {{"K", 3}, {"S", 2}, {"batch", 2}}},
    {"scaffold", {{"S", 2}, {"batch", 2}, {"compressor", "top_k"}, {"error_feedback", true}}}};

// Noise that a mechanism adds is part of the contract, too.
std::shared_ptr<Mechanism> mechanism_for(const Configuration& configuration) {
  for (const Setting& setting : configuration.options) {
    if (setting.name != "clip") continue;
    auto mechanism = load_plugin<Mechanism>("privacy/gaussian", {{"noise_multiplier", 0.1}});
    mechanism->prepare(FixedAccountant());
    return mechanism;
  }
  return std::make_shared<ListeningMechanism>();
}

TEST_CASE("samplers keep their contract with options together, and under a mechanism's noise") {
  const auto federation = quadratic_federation(random_rows(1, 2, {2, 5, 3}, false), 0.3);
  std::vector<Configuration> all = configurations;
  for (const char* scheme : {"without_replacement", "with_replacement", "poisson"}) {
    all.push_back({"dp_fedavg",
                   {{"K", 2},
                    {"S", 2},
                    {"batch", 1},
                    {"clip_rule", "median"},
                    {"client_sampling", scheme},
                    {"data_sampling", scheme}}});
  }
  for (const Configuration& configuration : all) {
    const auto mechanism = mechanism_for(configuration);
    const auto findings = conformance::check_sampler_contract(
        {federation->problem(), federation->ledger(), *mechanism},
        [&] { return configuration.make(); }, 12);
    INFO(configuration.sampler << "\n" << report(findings));
    CHECK(failures(findings).empty());
  }
}

TEST_CASE("an object that is started again begins anew") {
  const auto federation = quadratic_federation(random_rows(1, 2, {2, 5, 3}, false), 0.3);
  const auto one = quadratic_federation(random_rows(2, 2, {1, 1}, false));
  for (const Configuration& configuration : configurations) {
    INFO(configuration.sampler);
    const auto mechanism = mechanism_for(configuration);
    const auto sampler = configuration.make(), fresh = configuration.make();
    const Index iterations = 12 * sampler->stride();
    SamplerRun(*one, *sampler, random_streams, *mechanism, contract_starts(2, 2))
        .advance(iterations);
    SamplerRun again(*federation, *sampler, random_streams, *mechanism, contract_starts(2, 3));
    SamplerRun first(*federation, *fresh, random_streams, *mechanism, contract_starts(2, 3));
    CHECK(again.advance(iterations) == first.advance(iterations));
    LangevinLaw a, b;
    CHECK(sampler->law(a) == fresh->law(b));
    CHECK(a.full_batch == b.full_batch);
    CHECK(a.batch == b.batch);
    CHECK(a.weights.size() == b.weights.size());
  }
}

}  // namespace sampler_contract_test
}  // namespace skald::test
