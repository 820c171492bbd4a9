#include "conformance/check_plugin.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "conformance/plugin_checks.hpp"
#include "conformance/reference_problem.hpp"
#include "conformance/sampler_checks.hpp"
#include "conformance/varied_options.hpp"
#include "problem/no_noise.hpp"
#include "random/owned_random.hpp"
#include "random/philox_random.hpp"

namespace skald::conformance {
namespace {

// Steps for curvatures of at most 8: a large one for chains whose exact law is known, and for other
// chains a small one, near the limit of vanishing steps.
constexpr double kLargeStep = 0.1, kSmallStep = 0.005;

using Values = OptionValues;

Values with_step(const plugin_host::Plugin& plugin, Values values, double step) {
  const auto options = plugin.options();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool open = std::holds_alternative<std::monostate>(values[i]);
    if (open && options[i].role == OptionRole::step) values[i] = step;
  }
  return values;
}

template <class Interface>
std::function<std::shared_ptr<Interface>()> maker(const plugin_host::Plugin& plugin,
                                                  const Values& values) {
  return [&plugin, values] {
    return std::shared_ptr<Interface>(plugin_host::create<Interface>(plugin, values));
  };
}

MakeSampler sampler_maker(const plugin_host::Plugin& plugin, const Values& values, double step) {
  return maker<Sampler>(plugin, with_step(plugin, values, step));
}

// Whether an option has the contract's word for it (release.hpp).
bool draws_with_replacement(const Values& values) {
  return std::find(values.begin(), values.end(),
                   options::OptionValue(std::string("with_replacement"))) != values.end();
}

std::vector<Finding> check_chosen_sampler(const plugin_host::Plugin& plugin, const Values& values,
                                          double tolerance, Effort effort) {
  const bool states_threads = plugin.descriptor->info.side_by_side != nullptr;
  const MakeSampler large = sampler_maker(plugin, values, kLargeStep);
  const bool is_known = law_is_known(large);
  return check_sampler(is_known ? large : sampler_maker(plugin, values, kSmallStep),
                       problem::NoNoise(), tolerance, states_threads, effort,
                       draws_with_replacement(values));
}

// The estimates and costs of some iterations, and the temperature.
Eigen::VectorXd leaves(Sampler& sampler) {
  constexpr Index iterations = 36;
  const auto reference = unequal_clients();
  CheckedRun run(reference->surroundings(), sampler, 3,
                 different_starts(reference->problem().dimension(), 2));
  const Index stride = sampler.stride();
  std::vector<double> numbers;
  for (Index k = 0; k < std::max<Index>(iterations / stride, 2); ++k) {
    const Eigen::MatrixXd estimates = run.advance(stride);
    numbers.insert(numbers.end(), estimates.data(), estimates.data() + estimates.size());
  }
  const Ledger& ledger = reference->ledger();
  numbers.push_back(ledger.bits_up);
  numbers.push_back(ledger.bits_down);
  numbers.push_back(sampler.temperature());
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), std::ssize(numbers));
}

// A refusal is nothing. Other exceptions are left to the checks, which say what they are: here they
// look like a difference.
std::optional<Eigen::VectorXd> try_sampler(const plugin_host::Plugin& plugin,
                                           const Values& values) {
  try {
    return leaves(*sampler_maker(plugin, values, kSmallStep)());
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  } catch (const std::exception&) {
    return Eigen::VectorXd();
  }
}

// The values of options for another plugin with options of the same names; nothing if it has no
// option that has a value here.
std::optional<Values> translated(const plugin_host::Plugin& from, const Values& values,
                                 const ChosenPlugin& to) {
  Values other = to.values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto options = to.plugin->options();
    const auto same = std::find_if(options.begin(), options.end(), [&](const OptionInfo& option) {
      return option.name == std::string_view(from.options()[i].name);
    });
    const bool is_set = !std::holds_alternative<std::monostate>(values[i]);
    if (same == options.end() && is_set) return std::nullopt;
    if (same != options.end()) other[static_cast<std::size_t>(same - options.begin())] = values[i];
  }
  return other;
}

// The findings with other values of the options. A value with which nothing fails has one finding.
std::vector<Finding> with_others(const plugin_host::Plugin& plugin, const Values& values,
                                 const std::vector<std::string>& held, const TryValues& tried,
                                 const std::function<std::vector<Finding>(const Values&)>& check) {
  std::vector<Finding> findings;
  for (const VariedOptions& varied : varied_options(plugin, values, held, tried)) {
    const std::size_t before = findings.size();
    for (Finding& finding : check(varied.values)) {
      if (finding.verdict != Verdict::failed) continue;
      finding.check += ", " + varied.name;
      findings.push_back(std::move(finding));
    }
    if (findings.size() == before)
      findings.push_back(passed("all of this " + varied.name, "the same promises"));
  }
  return findings;
}

// Nothing if no option has a condition.
std::vector<Finding> check_conditions(const plugin_host::Plugin& plugin, const Values& values,
                                      const std::vector<std::string>& held,
                                      const TryValues& tried) {
  const auto options = plugin.options();
  if (std::all_of(options.begin(), options.end(),
                  [](const OptionInfo& option) { return *option.only_if == '\0'; }))
    return {};
  const char* check = "options count where they say";
  std::string found;
  for (const std::string& option : false_conditions(plugin, values, held, tried))
    found += (found.empty() ? "" : ", ") + option;
  if (!found.empty()) found = "a difference by " + found;
  return {finding(check, "no difference by options whose conditions do not hold", found,
                  "correct the conditions of these options, only_if() in the table")};
}

// What checks a sampler with some values of its options.
class SamplerChecks {
 public:
  SamplerChecks(const plugin_host::Plugin& plugin, const CheckOptions& how)
      : plugin_(plugin), how_(how) {}

  std::vector<Finding> check(const Values& values, Effort effort) const {
    std::vector<Finding> findings = check_chosen_sampler(plugin_, values, how_.tolerance, effort);
    if (how_.like) add_likeness(values, findings);
    return findings;
  }
  std::vector<Finding> check_others(const Values& values) const {
    return with_others(plugin_, values, how_.held, tried(),
                       [&](const Values& varied) { return check_variant(varied, values); });
  }
  std::vector<Finding> check_conditions_of(const Values& values) const {
    return check_conditions(plugin_, values, how_.held, tried());
  }

 private:
  TryValues tried() const {
    return [this](const Values& values) { return try_sampler(plugin_, values); };
  }
  static bool fails(const std::vector<Finding>& findings) {
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.verdict == Verdict::failed; });
  }
  // Where an optimiser fails whose learning rate has not been changed, that may have become too
  // large: a smaller one decides.
  std::vector<Finding> check_variant(const Values& varied, const Values& values) const {
    std::vector<Finding> findings = check(varied, Effort::quick);
    const auto options = plugin_.options();
    for (std::size_t i = 0; i < values.size() && fails(findings); ++i) {
      if (options[i].role != OptionRole::learning_rate || varied[i] != values[i]) continue;
      Values slower = varied;
      const double lr = options::as_number(values[i]).value_or(options[i].default_number);
      slower[i] = lr / 30;
      findings = check(slower, Effort::quick);
    }
    return findings;
  }
  void add_likeness(const Values& values, std::vector<Finding>& findings) const {
    const plugin_host::Plugin& other = *how_.like->plugin;
    const std::string name = std::string("sampler/") + other.descriptor->info.name;
    const auto same = translated(plugin_, values, *how_.like);
    try {
      if (!same) return findings.push_back(skipped("like " + name, "it lacks one of the options"));
      findings.push_back(check_likeness(sampler_maker(plugin_, values, kSmallStep),
                                        sampler_maker(other, *same, kSmallStep), name));
    } catch (const std::invalid_argument& refusal) {
      findings.push_back(skipped("like " + name, refusal.what()));
    }
  }

  const plugin_host::Plugin& plugin_;
  const CheckOptions& how_;
};

std::vector<Finding> check_all_of_sampler(const plugin_host::Plugin& plugin, const Values& values,
                                          const CheckOptions& how) {
  const SamplerChecks checks(plugin, how);
  std::vector<Finding> findings = checks.check(values, Effort::full);
  for (const auto& more : {checks.check_conditions_of(values), checks.check_others(values)})
    findings.insert(findings.end(), more.begin(), more.end());
  return findings;
}

// Gradients and potentials with these values, on the tables that the model accepts.
std::optional<Eigen::VectorXd> try_model(const plugin_host::Plugin& plugin, const Values& values,
                                         const std::optional<OwnTable>& own) {
  try {
    return model_numbers(maker<Model>(plugin, values), own);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  } catch (const std::exception&) {
    return Eigen::VectorXd();
  }
}

std::vector<Finding> check_chosen_model(const plugin_host::Plugin& plugin, const Values& values,
                                        const CheckOptions& how) {
  plugin_host::Owned<Dataset> dataset;
  std::optional<OwnTable> own;
  if (how.dataset) {
    dataset = plugin_host::create<Dataset>(*how.dataset->plugin, how.dataset->values);
    const random::PhiloxRandom streams(1, 0);
    own.emplace(
        OwnTable{how.dataset->plugin->descriptor->info.name,
                 dataset->load(random::OwnedRandom(streams, random::StreamOwner::dataset))});
  }
  std::vector<Finding> findings = check_model(maker<Model>(plugin, values), own);
  if (findings.front().verdict == Verdict::not_checked) return findings;
  const auto more = with_others(
      plugin, values, how.held, [&](const Values& v) { return try_model(plugin, v, own); },
      [&](const Values& v) { return check_model(maker<Model>(plugin, v), own); });
  findings.insert(findings.end(), more.begin(), more.end());
  return findings;
}

std::vector<Finding> check_kind(const plugin_host::Plugin& plugin, const Values& values,
                                const CheckOptions& how) {
  switch (plugin.descriptor->kind) {
    case Kind::dataset:
      return check_dataset(maker<Dataset>(plugin, values));
    case Kind::partition:
      return check_partition(maker<Partition>(plugin, values));
    case Kind::model:
      return check_chosen_model(plugin, values, how);
    case Kind::sampler:
      return check_all_of_sampler(plugin, values, how);
    case Kind::privacy:
      return check_mechanism(maker<Mechanism>(plugin, values));
    case Kind::metric:
      return check_metric(plugin.descriptor->info.name, plugin.descriptor->metric.needs,
                          maker<Metric>(plugin, values));
  }
  return {};
}

Finding thrown(const std::string& what) {
  return finding("no exception", "objects that can be created and used with these options", what,
                 "give options that fit together and suit the kit's small problems (--options "
                 "'{\"NAME\": VALUE}'), or correct the plugin");
}

}  // namespace

std::vector<Finding> check_plugin(const plugin_host::Plugin& plugin,
                                  const std::vector<options::OptionValue>& values,
                                  const CheckOptions& how) {
  try {
    plugin_host::create_object(plugin, plugin.descriptor->kind, values);
    std::vector<Finding> findings{check_options(plugin, values)};
    const auto more = check_kind(plugin, values, how);
    findings.insert(findings.end(), more.begin(), more.end());
    return findings;
  } catch (const std::exception& error) {
    return {thrown(error.what())};
  } catch (...) {
    return {thrown("something other than a std::exception")};
  }
}

}  // namespace skald::conformance
