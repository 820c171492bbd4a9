#include "grid/plugin_values.hpp"

#include <string>
#include <string_view>

#include "catch.hpp"
#include "fake_plugins.hpp"

using namespace skald;

TEST_CASE("a plugin gets its options in the order of its table") {
  PluginChoice choice;
  choice.plugin = "gaussian_clients";
  choice.options = {{"means", NumberArray{{1, 2, 3, 4, 5, 6}, {2, 3}}},
                    {"dimension", std::int64_t{3}},
                    {"clients", std::int64_t{2}}};
  const std::vector<Value> values = plugin_values(choice, fake::gaussian_clients);
  REQUIRE(values.size() == 3);
  fake::GaussianClients options;
  for (std::size_t i = 0; i < values.size(); ++i)
    fake::gaussian_clients_options[i].read(values[i], options);
  CHECK(options.clients == 2);
  CHECK(options.dimension == 3);
  REQUIRE(options.means.has_value());
  CHECK(options.means->values.size() == 6);
  CHECK(options.means->shape[1] == 3);

  choice.options[0].second = std::monostate{};
  CHECK_FALSE(plugin_values(choice, fake::gaussian_clients)[2].set);
}

TEST_CASE("texts and files are shown as zero-terminated strings") {
  PluginChoice choice;
  choice.plugin = "csv";
  choice.options = {{"file", FilePath{"a.csv", "/study/a.csv"}}, {"label", std::string("y")}};
  const std::vector<Value> values = plugin_values(choice, fake::csv);
  CHECK(std::string_view(values[0].text) == "/study/a.csv");
  CHECK(std::string_view(values[1].text) == "y");
}

TEST_CASE("a choice that does not fit the plugin is refused") {
  PluginChoice choice;
  choice.plugin = "ula";
  CHECK_THROWS_WITH(plugin_values(choice, fake::ula), Catch::Contains("no value for the option"));
  choice.options = {{"step", Expression{"= 1 / L"}}};
  CHECK_THROWS_WITH(plugin_values(choice, fake::ula), Catch::Contains("= 1 / L"));
  choice.options = {{"step", std::int64_t{1}}};
  CHECK_THROWS_WITH(plugin_values(choice, fake::ula), Catch::Contains("not of the option's type"));
}
