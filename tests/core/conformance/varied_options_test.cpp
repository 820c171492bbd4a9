#include "conformance/varied_options.hpp"

#include "checked_plugins.hpp"
#include "test.hpp"

namespace varied_options_test {

using conformance::OptionValues;

namespace {

std::size_t place(const plugin_host::Plugin& plugin, std::string_view name) {
  std::size_t at = 0;
  while (plugin.options()[at].name != name) ++at;
  return at;
}

// Of FedAvg, whose S is given: nothing else is.
std::size_t given(const plugin_host::Plugin& plugin, OptionValues& values) {
  const std::size_t S = place(plugin, "S");
  values.resize(plugin.options().size());
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

TEST_CASE("a word that another makes acceptable is tried with a third with which it counts") {
  const plugin_host::Plugin& plugin = test::checked_plugins().find(Kind::sampler, "fedavg");
  const auto is = [&](const OptionValues& values, std::string_view option, const char* word) {
    return values[place(plugin, option)] == options::OptionValue(std::string(word));
  };
  // Clients are units of uniform weights, and matter where moves are cut.
  const conformance::TryValues tried = [&](const OptionValues& values) {
    const bool is_client = is(values, "unit", "client");
    const bool cuts = !std::holds_alternative<std::monostate>(values[place(plugin, "clip")]);
    if (is_client && !is(values, "weights", "uniform")) return std::optional<Eigen::VectorXd>();
    return std::make_optional<Eigen::VectorXd>(Eigen::VectorXd::Constant(1, is_client && cuts));
  };
  std::vector<std::string> names;
  conformance::SingleValues done;
  conformance::OptionVariation variation(plugin, OptionValues(plugin.options().size()), {}, tried);
  for (const auto& varied : variation.varied(done)) names.push_back(varied.name);
  CHECK(std::count(names.begin(), names.end(),
                   "with unit = client, weights = uniform, clip = 0.5") == 1);
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
