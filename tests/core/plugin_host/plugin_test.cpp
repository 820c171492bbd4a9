#include "plugin_host/plugin.hpp"
#include "echo.hpp"
#include "plain_model.hpp"
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

namespace {

struct Options {
  std::int64_t K = 10;
  double rho = 0;
  std::optional<double> step;
  std::string_view rule;
};

constexpr std::array described{
    skald::option("K", &Options::K, "local steps per round").at_least(1),
    skald::option("rho", &Options::rho, "share of common noise").at_least(0).at_most(1).symbol("ρ"),
    skald::option("step", &Options::step, "step h").above(0).symbol("h"),
    skald::option("rule", &Options::rule, "schedule").one_of("fixed|random")};

class DescribedModel final : public PlainModel {
 public:
  explicit DescribedModel(const Options&) {}
};

constexpr skald::Info info{.name = "fald",
                           .version = "1.0",
                           .numerics_revision = 2,
                           .summary = "Averages Langevin chains",
                           .reference = "A paper (2022), algorithm 1"};

const std::string built = "built for  " SKALD_ABI_TAG ", " SKALD_BUILD_INFO "\n";

}  // namespace

TEST_CASE("describe sets out what a plugin says of itself") {
  const skald::PluginDescriptor descriptor =
      skald::plugin<DescribedModel, Options, described>(info);
  CHECK(skald::plugin_host::describe(
            {.descriptor = &descriptor, .file = "/plugins/fald.so", .sha256 = ""}) ==
        "model fald 1.0\n"
        "Averages Langevin chains\n"
        "\n"
        "reference  A paper (2022), algorithm 1\n"
        "numerics   revision 2\n" +
            built +
            "file       /plugins/fald.so\n"
            "\n"
            "options\n"
            "  option  symbol  type     default   values        meaning\n"
            "  K               integer  10        >= 1          local steps per round\n"
            "  rho     ρ       number   0         in [0, 1]     share of common noise\n"
            "  step    h       number   optional  > 0           step h\n"
            "  rule            text     required  fixed|random  schedule\n");
}

TEST_CASE("describe says on how many threads a sampler's runs are") {
  skald::PluginDescriptor descriptor = skald::plugin<DescribedModel, Options, described>(info);
  descriptor.kind = skald::Kind::sampler;
  const auto text = [&] {
    return skald::plugin_host::describe({.descriptor = &descriptor, .file = "", .sha256 = ""});
  };
  CHECK_THAT(text(), Catch::Contains("\nthreads    one; nothing works side by side\n"));
  descriptor.info.side_by_side = "the clients of a round";
  CHECK_THAT(text(), Catch::Contains(
                         "\nthreads    run.threads; the clients of a round work side by side\n"));
  CHECK_THAT(text(), !Catch::Contains("formulas"));
  CHECK_THAT(text(), !Catch::Contains("\neps "));
  descriptor.info.no_eps = "its messages have no noise";
  CHECK_THAT(text(), Catch::Contains("\neps        none: its messages have no noise\n"));
  descriptor.constant = {"gap", "of the graph", nullptr};
  CHECK_THAT(text(), Catch::Contains("\nformulas   may use gap: of the graph\n"));
}

TEST_CASE("describe leaves out what there is not") {
  const skald::PluginDescriptor descriptor = plain_descriptor("plain");
  CHECK(
      skald::plugin_host::describe({.descriptor = &descriptor, .file = "plain.so", .sha256 = ""}) ==
      "model plain 1\n"
      "A model of nothing\n"
      "\n"
      "numerics   revision 1\n" +
          built +
          "file       plain.so\n"
          "\n"
          "no options\n");
}
