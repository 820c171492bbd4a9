#include "conformance/check_plugin.hpp"

#include <algorithm>
#include <exception>
#include <memory>

#include "conformance/check_sampler.hpp"
#include "conformance/dataset_checks.hpp"
#include "conformance/mechanism_checks.hpp"
#include "conformance/metric_checks.hpp"
#include "conformance/model_checks.hpp"
#include "conformance/option_checks.hpp"
#include "conformance/partition_checks.hpp"

namespace skald::conformance {
namespace {

// Steps for curvatures of at most 8: a large one for chains whose exact law is known, and for other
// chains a small one, near the limit of vanishing steps.
constexpr double kLargeStep = 0.1, kSmallStep = 0.005;

using Values = std::vector<options::OptionValue>;

Values with_step(const plugin_host::Plugin& plugin, Values values, double step) {
  const auto options = plugin.options();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool open = std::holds_alternative<std::monostate>(values[i]);
    if (open && options[i].type == OptionType::number && options[i].name == std::string("step")) {
      values[i] = step;
    }
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

std::vector<Finding> check_chosen_sampler(const plugin_host::Plugin& plugin, const Values& values,
                                          double tolerance) {
  const bool states_threads = plugin.descriptor->info.side_by_side != nullptr;
  const MakeSampler large = maker<Sampler>(plugin, with_step(plugin, values, kLargeStep));
  if (law_is_known(problem::NoNoise(), large)) {
    return check_sampler(large, problem::NoNoise(), tolerance, states_threads);
  }
  return check_sampler(maker<Sampler>(plugin, with_step(plugin, values, kSmallStep)),
                       problem::NoNoise(), tolerance, states_threads);
}

std::vector<Finding> check_kind(const plugin_host::Plugin& plugin, const Values& values,
                                double tolerance) {
  switch (plugin.descriptor->kind) {
    case Kind::dataset:
      return check_dataset(maker<Dataset>(plugin, values));
    case Kind::partition:
      return check_partition(maker<Partition>(plugin, values));
    case Kind::model:
      return check_model(maker<Model>(plugin, values));
    case Kind::sampler:
      return check_chosen_sampler(plugin, values, tolerance);
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
                                  double tolerance) {
  try {
    plugin_host::create_object(plugin, plugin.descriptor->kind, values);
    std::vector<Finding> findings{check_options(plugin, values)};
    const auto more = check_kind(plugin, values, tolerance);
    findings.insert(findings.end(), more.begin(), more.end());
    return findings;
  } catch (const std::exception& error) {
    return {thrown(error.what())};
  } catch (...) {
    return {thrown("something other than a std::exception")};
  }
}

}  // namespace skald::conformance
