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

TEST_CASE("what has a bound is tried without it, alone and beside another value") {
  const plugin_host::Plugin& plugin = test::checked_plugins().find(Kind::sampler, "fedpaq_private");
  const OptionValues values(plugin.options().size());
  const conformance::TryValues nothing = [](const OptionValues&) { return std::nullopt; };
  std::vector<std::string> names;
  conformance::OptionVariation variation(plugin, values, {}, nothing);
  for (const auto& varied : variation.unbounded()) names.push_back(varied.name);
  CHECK(std::count(names.begin(), names.end(), "with clip = \"inf\"") == 1);
  CHECK(std::count(names.begin(), names.end(), "with clip = \"inf\", levels = 0") == 1);
  const auto of_lr = [](const std::string& name) { return name.starts_with("with lr = \"inf"); };
  CHECK(std::none_of(names.begin(), names.end(), of_lr));
  conformance::OptionVariation held(plugin, values, {"clip"}, nothing);
  for (const auto& varied : held.unbounded())
    CHECK(varied.name.find("clip = \"inf\"") == std::string::npos);
}

}  // namespace varied_options_test
