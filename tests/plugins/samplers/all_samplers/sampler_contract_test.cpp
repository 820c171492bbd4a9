// What sampler.hpp promises of every sampler: columns are independent, the division into calls does
// not matter, and the state is all there is to keep.
#include <string>
#include <vector>

#include "catch.hpp"
#include "conformance/reference_problem.hpp"
#include "conformance/sampler_checks.hpp"
#include "fixed_accountant.hpp"
#include "plugin_check.hpp"
#include "run_sampler.hpp"

using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;

namespace {

struct Configuration {
  std::string name;
  std::vector<Setting> options;
};

const std::vector<Configuration> configurations = {
    {"ula", {}},
    {"sgld", {{"batch", 2}}},
    {"fald", {{"K", 3}, {"rho", 0.5}, {"batch", 2}}},
    {"fald", {{"p_c", 0.3}, {"rho", 1.0}, {"weights", "examples"}}},
    {"fald", {{"K", 3}, {"estimate", "average"}}},
    {"fald", {{"p_c", 0.3}, {"estimate", "average"}, {"batch", 3}}},
    {"vr_fald", {{"p_c", 0.3}, {"q_cv", 0.3}, {"rho", 0.5}, {"batch", 2}}},
    {"vr_fald", {{"K", 3}, {"q_cv", 0.3}, {"estimate", "average"}}},
    {"fedavg", {{"K", 3}, {"S", 2}, {"batch", 1}, {"clip", 1.0}}},
    {"fedavg", {{"K", 3}, {"weights", "uniform"}}},
    {"fedpa", {{"burn_steps", 1}, {"ell", 2}, {"avg_steps", 1}, {"S", 2}, {"server", "momentum"}}},
    {"fedpa", {{"burn_steps", 0}, {"ell", 3}, {"avg_steps", 1}, {"posterior", "sampled"}}},
    {"fedpa", {{"burn_steps", 1}, {"ell", 2}, {"avg_steps", 1}, {"burn_rounds", 2}, {"batch", 2}}},
    {"dsgld", {{"K", 5}, {"batch", 2}, {"visits", "examples"}}},
    {"fsgld", {{"K", 5}, {"batch", 2}, {"surrogate", "laplace"}}},
    {"fsgld", {{"K", 2}, {"surrogate", "swag"}, {"surrogate_steps", 20}}},
    {"dg_lmc", {{"K", 3}, {"batch", 2}, {"axda_tol", Array{{0.2}, {1}}}}},
    {"deep_ensemble", {{"batch", 2}, {"momentum", 0.5}}}};

std::shared_ptr<Sampler> sampler_of(Configuration configuration) {
  const bool optimiser = configuration.name == "fedavg" || configuration.name == "fedpa" ||
                         configuration.name == "deep_ensemble";
  if (!optimiser) configuration.options.emplace_back("step", 0.01);
  return load_plugin<Sampler>("sampler/" + configuration.name, configuration.options);
}

MatrixXd starts(Index chains) {
  MatrixXd theta(2, chains);
  for (Index j = 0; j < chains; ++j) theta.col(j).setConstant(0.1 * static_cast<double>(j));
  return theta;
}

// Noise that a mechanism adds is part of the contract, too.
std::shared_ptr<Mechanism> noise() {
  auto mechanism = load_plugin<Mechanism>("privacy/gaussian", {{"noise_multiplier", 0.1}});
  mechanism->prepare(FixedAccountant());
  return mechanism;
}

std::shared_ptr<Mechanism> mechanism_for(const Configuration& configuration) {
  for (const Setting& setting : configuration.options) {
    if (setting.name == "clip") return noise();
  }
  return std::make_shared<ListeningMechanism>();
}

}  // namespace

TEST_CASE("a block of chains is its columns, bit for bit") {
  const auto federation = quadratic_federation(random_rows(1, 2, {2, 5, 3}, false), 0.3);
  for (const Configuration& configuration : configurations) {
    INFO(configuration.name);
    const auto mechanism = mechanism_for(configuration);
    const Index chains = 5, iterations = 12;
    const auto sampler = sampler_of(configuration);
    const random::PhiloxRandom streams(11, 2);
    SamplerRun block(*federation, *sampler, streams, *mechanism, starts(chains));
    const MatrixXd all = block.advance(iterations);
    for (const auto& [first, count] : {std::pair<Index, Index>{0, 1}, {3, 1}, {1, 3}}) {
      const auto other = sampler_of(configuration);
      const random::PhiloxRandom part_streams(11, 2, first);
      SamplerRun part(*federation, *other, part_streams, *mechanism,
                      starts(chains).middleCols(first, count));
      CHECK(part.advance(iterations) == all.middleCols(first, count));
    }
  }
}

TEST_CASE("it does not matter how iterations are divided into calls") {
  const auto federation = quadratic_federation(random_rows(1, 2, {2, 5, 3}, false), 0.3);
  for (const Configuration& configuration : configurations) {
    INFO(configuration.name);
    const auto mechanism = mechanism_for(configuration);
    const auto once = sampler_of(configuration), often = sampler_of(configuration);
    SamplerRun whole(*federation, *once, random_streams, *mechanism, starts(3));
    const MatrixXd expected = whole.advance(12);
    const Ledger cost = federation->ledger();
    SamplerRun parts(*federation, *often, random_streams, *mechanism, starts(3));
    const Index stride = often->stride();
    CHECK(12 % stride == 0);
    for (Index k = 0; k + stride < 12; k += stride) parts.advance(stride);
    CHECK(parts.advance(stride) == expected);
    CHECK(federation->ledger().bits_up == cost.bits_up);
    CHECK(federation->ledger().rounds == cost.rounds);
    CHECK(federation->ledger().gradient_evaluations == cost.gradient_evaluations);
  }
}

TEST_CASE("a new object that takes over state and clock continues the run, bit for bit") {
  const auto federation = quadratic_federation(random_rows(1, 2, {2, 5, 3}, false), 0.3);
  for (const Configuration& configuration : configurations) {
    INFO(configuration.name);
    const auto mechanism = mechanism_for(configuration);
    const auto first = sampler_of(configuration), second = sampler_of(configuration);
    SamplerRun run(*federation, *first, random_streams, *mechanism, starts(3));
    run.advance(2 * 6);
    const auto saved = run.state();
    const MatrixXd expected = run.advance(9);
    SamplerRun resumed(*federation, *second, random_streams, *mechanism, MatrixXd::Zero(2, 3));
    resumed.take_over(saved, 12);
    CHECK(resumed.advance(9) == expected);
    CHECK(resumed.state() == run.state());
  }
}

TEST_CASE("an object that is started again begins anew") {
  const auto federation = quadratic_federation(random_rows(1, 2, {2, 5, 3}, false), 0.3);
  const auto one = quadratic_federation(random_rows(2, 2, {1, 1}, false));
  for (const Configuration& configuration : configurations) {
    INFO(configuration.name);
    const auto mechanism = mechanism_for(configuration);
    const auto sampler = sampler_of(configuration), fresh = sampler_of(configuration);
    SamplerRun(*one, *sampler, random_streams, *mechanism, starts(2)).advance(6);
    SamplerRun again(*federation, *sampler, random_streams, *mechanism, starts(3));
    SamplerRun first(*federation, *fresh, random_streams, *mechanism, starts(3));
    CHECK(again.advance(12) == first.advance(12));
    LangevinLaw a, b;
    CHECK(sampler->law(a) == fresh->law(b));
    CHECK(a.full_batch == b.full_batch);
    CHECK(a.batch == b.batch);
    CHECK(a.weights.size() == b.weights.size());
  }
}

TEST_CASE("the kit's contract holds under a mechanism's noise, and where posteriors are sampled") {
  const auto check_contract = [](const std::string& name, const std::vector<Setting>& options,
                                 const Mechanism& mechanism) {
    const auto reference = conformance::unequal_clients();
    const auto findings = conformance::check_sampler_contract(
        {reference->problem(), reference->ledger(), mechanism},
        [&] { return load_plugin<Sampler>("sampler/" + name, options); });
    INFO(report(findings));
    CHECK(failures(findings).empty());
  };
  check_contract("fedavg", {{"K", 3}, {"S", 2}, {"batch", 1}, {"clip", 1.0}}, *noise());
  check_contract("fedpa",
                 {{"ell", 3}, {"burn_steps", 0}, {"avg_steps", 1}, {"posterior", "sampled"}},
                 nothing);
}
