#include "account/cell_account.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>

#include "account/guarantee_fields.hpp"
#include "account/published_guarantee.hpp"
#include "problem/declared_releases.hpp"
#include "run/experiment.hpp"
#include "run/rehearsal.hpp"
#include "run/run_budget.hpp"
#include "text/wire.hpp"

namespace skald {
namespace {

// Structs that hold only numbers are sent as they lie in memory: runner and worker are the same
// executable.
template <class T>
void put_plain(text::WireWriter& wire, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  wire.put(std::string_view(reinterpret_cast<const char*>(&value), sizeof value));
}
template <class T>
void read_plain(text::WireReader& wire, T& value) {
  const auto bytes = wire.get<std::string>();
  if (bytes.size() != sizeof value) throw std::runtime_error("an account is cut short");
  std::memcpy(&value, bytes.data(), sizeof value);
}

void put(text::WireWriter& wire, const run::PublishedClaim& claim) {
  wire.put(claim.source);
  wire.put(claim.scope);
  wire.put(claim.delta);
  wire.put(claim.epsilon.has_value());
  claim.epsilon ? wire.put(*claim.epsilon) : wire.put(claim.epsilon.reason());
}

run::PublishedClaim get_claim(text::WireReader& wire) {
  run::PublishedClaim claim;
  wire.read(claim.source);
  wire.read(claim.scope);
  wire.read(claim.delta);
  if (wire.get<bool>()) {
    claim.epsilon = wire.get<double>();
  } else {
    claim.epsilon = text::no_value(wire.get<std::string>());
  }
  return claim;
}

void put(text::WireWriter& wire, const RunReleases& run) {
  wire.put(run.data);
  for_each_guarantee_field(run.guarantee, [&wire](const auto& field) { wire.put(field); });
  put_plain(wire, run.claim);
  wire.put(static_cast<std::uint64_t>(run.releases.size()));
  for (const privacy::NoisyRelease& release : run.releases) put_plain(wire, release);
}

RunReleases get_run(text::WireReader& wire) {
  RunReleases run;
  wire.read(run.data);
  for_each_guarantee_field(run.guarantee, [&wire](auto& field) { wire.read(field); });
  read_plain(wire, run.claim);
  for (auto n = wire.get<std::uint64_t>(); n > 0; --n) {
    read_plain(wire, run.releases.emplace_back());
  }
  return run;
}

std::optional<NoiseWidth> noise_of(run::Experiment& experiment, double clients,
                                   std::int64_t iterations) {
  const auto releases = experiment.worst_releases(iterations);
  if (releases.empty()) return std::nullopt;
  const auto least = std::min_element(
      releases.begin(), releases.end(),
      [](const privacy::NoisyRelease& a, const privacy::NoisyRelease& b) {
        return privacy::multiplier_per_distance(a) < privacy::multiplier_per_distance(b);
      });
  NoiseWidth width{.multiplier = privacy::multiplier_per_distance(*least)};
  const bool whole = experiment.released(iterations).scope.unit == "client";
  if (!whole || least->noise != privacy::Noise::gaussian) return width;
  const std::int64_t whole_rounds = iterations / experiment.sampler().stride();
  const auto rounds = static_cast<double>(whole_rounds);
  const auto declared =
      problem::declared_releases(experiment.sampler(), experiment.problem(), iterations);
  if (run::spans_rounds(declared, rounds)) return width;  // a round's noise is another number
  const bool counted = privacy::may_repeat(*least) || least->sampling == Sampling::none;
  width.clients = counted ? static_cast<double>(least->draws) : least->rate * clients;
  width.in_average = least->noise_multiplier / width.clients;
  return width;
}

}  // namespace

CellAccount account_of(const grid::Cell& cell, std::int64_t replicates,
                       plugin_host::PluginHost& host) {
  CellAccount account;
  try {
    run::Experiment experiment(cell, 0, host);
    const bool claims = experiment.mechanism().claim().delta > 0;
    if (claims) account.scale = run::rehearse_round(experiment);
    const run::RunBudget budget(experiment);
    const std::int64_t iterations = budget.last_iteration();
    account.guarantee = experiment.released(iterations);
    account.guarantee->epsilon = experiment.eps_spent(iterations);
    if (claims) {
      account.noise =
          noise_of(experiment, static_cast<double>(experiment.problem().clients()), iterations);
      account.premises = experiment.premises();
    }
    account.claim = experiment.published_claim(iterations);
    account.remarks = reasons_against_guarantee(experiment.sampler(), experiment.problem(),
                                                iterations, experiment.mechanism(), account.claim);
    if (account.scale && account.scale->rules()) {
      account.remarks.push_back(run::warning_of(*account.scale));
    }
    const std::string unpaid = experiment.private_inputs().complaint();
    if (claims && !unpaid.empty()) account.remarks.push_back(unpaid);
    if (iterations < experiment.plan().iterations) account.remarks.push_back(budget.why_eps());
    if (!std::isfinite(account.guarantee->epsilon)) return account;
    account.runs.push_back(releases_of(cell, experiment, iterations));
    for (std::int64_t replicate = 1; replicate < replicates; ++replicate) {
      run::Experiment other(cell, static_cast<std::uint64_t>(replicate), host);
      const std::int64_t last = run::RunBudget(other).last_iteration();
      account.runs.push_back(releases_of(cell, other, last));
    }
  } catch (const std::exception& e) {
    account.runs.clear();
    account.remarks.push_back(e.what());
  }
  return account;
}

std::string encode(const CellAccount& account) {
  text::WireWriter wire;
  const auto put_field = [&wire](const auto& field) { wire.put(field); };
  wire.put(account.guarantee.has_value());
  if (account.guarantee) for_each_guarantee_field(*account.guarantee, put_field);
  wire.put(account.noise.has_value());
  if (account.noise) put_plain(wire, *account.noise);
  wire.put(account.scale.has_value());
  if (account.scale) put_plain(wire, *account.scale);
  wire.put(account.premises);
  wire.put(account.claim.has_value());
  if (account.claim) put(wire, *account.claim);
  wire.put(account.remarks);
  wire.put(static_cast<std::uint64_t>(account.runs.size()));
  for (const RunReleases& run : account.runs) put(wire, run);
  return wire.take();
}

CellAccount decode_cell_account(std::string_view bytes) {
  text::WireReader wire(bytes);
  CellAccount account;
  const auto read_field = [&wire](auto& field) { wire.read(field); };
  if (wire.get<bool>()) for_each_guarantee_field(account.guarantee.emplace(), read_field);
  if (wire.get<bool>()) read_plain(wire, account.noise.emplace());
  if (wire.get<bool>()) read_plain(wire, account.scale.emplace());
  wire.read(account.premises);
  if (wire.get<bool>()) account.claim = get_claim(wire);
  wire.read(account.remarks);
  for (auto n = wire.get<std::uint64_t>(); n > 0; --n) account.runs.push_back(get_run(wire));
  return account;
}

}  // namespace skald
