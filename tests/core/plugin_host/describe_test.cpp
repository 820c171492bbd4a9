#include "plugin_host/describe.hpp"

#include "plain_model.hpp"
#include "test.hpp"

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
