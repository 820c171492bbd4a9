#include "plugin_host/plugin.hpp"

#include "echo.hpp"
#include "plugin_host/library.hpp"
#include "skald/model.hpp"
#include "skald/partition.hpp"
#include "test.hpp"

namespace {

skald::plugin_host::Plugin load(const std::string& name) {
  const fs::path file = fs::path(SKALD_HOST_PLUGINS) / (name + ".so");
  const skald::plugin_host::Library library = skald::plugin_host::load_library(file);
  return {.descriptor = library.descriptor, .file = file, .sha256 = library.sha256};
}

std::vector<skald::options::OptionValue> echo_values() {
  return {false, std::int64_t{7}, 1.0,
          0.125, "all of them",   skald::options::NumberArray{{1, 2, 3, 4, 5, 6}, {3, 2}}};
}

std::string farewells;

}  // namespace

TEST_CASE("create hands over every option") {
  const auto model = skald::plugin_host::create<skald::Model>(load("echo"), echo_values());
  const Echo* echo = skald::extension<Echo>(*model);
  REQUIRE(echo);
  CHECK(echo->flag == false);
  CHECK(echo->count == 7);
  CHECK(echo->number == 1.0);
  CHECK(echo->maybe == 0.125);
  CHECK(echo->text == "all of them");
  const std::vector<double> expected{1, 2, 3, 4, 5, 6};
  CHECK(std::equal(expected.begin(), expected.end(), echo->array.values.begin(),
                   echo->array.values.end()));
  REQUIRE(echo->array.shape.size() == 2);
  CHECK(echo->array.shape[0] == 3);
  CHECK(echo->array.shape[1] == 2);
}

TEST_CASE("create leaves defaults alone where an option is left out") {
  const auto model = skald::plugin_host::create<skald::Model>(
      load("echo"), {{}, {}, {}, {}, {}, skald::options::NumberArray{{}, {0}}});
  const Echo* echo = skald::extension<Echo>(*model);
  REQUIRE(echo);
  CHECK(echo->flag == true);
  CHECK(echo->count == 3);
  CHECK(echo->number == 0.5);
  CHECK_FALSE(echo->maybe);
  CHECK(echo->text == "none");
  CHECK(echo->array.empty());
}

TEST_CASE("texts and arrays live until the object is destroyed, wherever it moved") {
  farewells.clear();
  {
    auto first = skald::plugin_host::create<skald::Model>(load("echo"), echo_values());
    skald::extension<Echo>(*first)->farewell = [](std::string_view t) { farewells += t; };
    skald::plugin_host::Owned<skald::Model> second = std::move(first);
    CHECK(skald::extension<Echo>(*second)->text == "all of them");
    CHECK(farewells.empty());
    second = skald::plugin_host::create<skald::Model>(load("echo"), echo_values());
    CHECK(farewells == "all of them");
    CHECK(skald::extension<Echo>(*second)->text == "all of them");
  }
  CHECK(farewells == "all of them");
}

TEST_CASE("create refuses values and kinds that do not fit") {
  std::vector<skald::options::OptionValue> values = echo_values();
  values[2] = 1.5;
  CHECK_THROWS_MATCHES(skald::plugin_host::create<skald::Model>(load("echo"), values),
                       std::invalid_argument,
                       Catch::Message("model 'echo': number: must be in (0, 1], got 1.5"));
  CHECK_THROWS_MATCHES(skald::plugin_host::create<skald::Partition>(load("echo"), echo_values()),
                       std::invalid_argument,
                       Catch::Message("model 'echo' cannot be used as a partition"));
}

TEST_CASE("create turns every failure of a plugin into an exception that names it") {
  std::vector<skald::options::OptionValue> values = echo_values();
  values[1] = std::int64_t{13};
  CHECK_THROWS_MATCHES(skald::plugin_host::create<skald::Model>(load("echo"), values),
                       std::invalid_argument,
                       Catch::Message("model 'echo': count and number contradict each other"));
  CHECK_THROWS_MATCHES(
      skald::plugin_host::create<skald::Model>(load("throws_in_create"), {}), std::runtime_error,
      Catch::Message("model 'throws_in_create' cannot be created: no more memory"));
  const skald::plugin_host::Plugin throws_int = load("throws_int");
  CHECK_THROWS_MATCHES(
      skald::plugin_host::create<skald::Model>(throws_int, {}), std::runtime_error,
      Catch::Message("model 'throws_int' (" + throws_int.file.string() +
                     ") threw something other than a std::exception; correct the plugin"));
  const skald::plugin_host::Plugin returns_null = load("returns_null");
  CHECK_THROWS_MATCHES(
      skald::plugin_host::create<skald::Model>(returns_null, {}), std::runtime_error,
      Catch::Message("model 'returns_null' (" + returns_null.file.string() +
                     ") returned no object; correct the plugin's create function"));
}
