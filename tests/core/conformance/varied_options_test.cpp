#include "conformance/varied_options.hpp"

#include "checked_plugins.hpp"
#include "test.hpp"

namespace varied_options_test {

using conformance::OptionValues;

namespace {

// Of FedAvg, whose S is given: nothing else is.
std::size_t given(const plugin_host::Plugin& plugin, OptionValues& values) {
  std::size_t S = 0;
  for (const OptionInfo& option : plugin.options()) {
    if (std::string(option.name) == "S") S = values.size();
    values.emplace_back();
  }
  values[S] = std::int64_t{2};
  return S;
}

}  // namespace

TEST_CASE(
    "an option is varied where it makes a difference itself, not by what is left out beside") {
  const plugin_host::Plugin& plugin = test::checked_plugins().find(Kind::sampler, "fedavg");
  OptionValues values;
  const std::size_t S = given(plugin, values);
  const conformance::TryValues only_S = [S](const OptionValues& tried) {
    const auto* n = std::get_if<std::int64_t>(&tried[S]);
    return Eigen::VectorXd::Constant(1, n == nullptr ? 0. : static_cast<double>(*n));
  };
  std::vector<std::string> names;
  conformance::SingleValues done;
  conformance::OptionVariation variation(plugin, values, {}, only_S);
  for (const auto& varied : variation.varied(done)) names.push_back(varied.name);
  CHECK(names == std::vector<std::string>{"with S = 1", "with S = 3"});
  CHECK(variation.varied(done).empty());  // each value once
}

}  // namespace varied_options_test
