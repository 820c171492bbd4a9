#include "plugin_host/handshake.hpp"

#include "plain_model.hpp"
#include "test.hpp"

namespace {

template <class Change>
std::string refusal_after(Change change) {
  skald::PluginDescriptor descriptor = plain_descriptor("plain");
  change(descriptor);
  return skald::plugin_host::handshake_refusal(descriptor, "plain").value_or("");
}

using Descriptor = skald::PluginDescriptor;
const std::string rebuild =
    "; rebuild the plugin against the SDK of this Skald (find_package(Skald))";

}  // namespace

TEST_CASE("the handshake accepts a plugin in order") {
  CHECK(skald::plugin_host::handshake_refusal(plain_descriptor("plain"), "plain") == std::nullopt);
}

TEST_CASE("the handshake reads the size first, then the tag, then the rest") {
  const std::string expected = std::to_string(sizeof(Descriptor));
  CHECK(refusal_after([](Descriptor& d) {
          d.size = 40;
          d.abi_tag = nullptr;
          d.interface_version = skald::kInterfaceVersion + 1;
        }) == "has a descriptor of 40 bytes, this host expects " + expected + rebuild);
  CHECK(refusal_after([](Descriptor& d) {
          d.abi_tag = "skald-1 icc-19 cxx11abi-0";
          d.interface_version = skald::kInterfaceVersion + 1;
          d.info.name = nullptr;
        }) == "built for 'skald-1 icc-19 cxx11abi-0', this host is '" SKALD_ABI_TAG
              "'; rebuild the plugin with the host's compiler and sanitizers");
  CHECK(refusal_after([](Descriptor& d) { d.abi_tag = nullptr; }) ==
        "built for '', this host is '" SKALD_ABI_TAG
        "'; rebuild the plugin with the host's compiler and sanitizers");
  CHECK(refusal_after([](Descriptor& d) { d.interface_version = skald::kInterfaceVersion + 1; }) ==
        "has interface version " + std::to_string(skald::kInterfaceVersion + 1) +
            ", this host has " + std::to_string(skald::kInterfaceVersion) + rebuild);
}

TEST_CASE("the handshake refuses an incomplete description") {
  CHECK(refusal_after([](Descriptor& d) { d.kind = skald::Kind{6}; }) ==
        "has the unknown kind 6; expected 0 (dataset) to 5 (metric)");
  const std::string incomplete =
      "has an incomplete description; expected a name, a version and a summary";
  CHECK(refusal_after([](Descriptor& d) { d.info.name = nullptr; }) == incomplete);
  CHECK(refusal_after([](Descriptor& d) { d.info.name = ""; }) == incomplete);
  CHECK(refusal_after([](Descriptor& d) { d.info.version = nullptr; }) == incomplete);
  CHECK(refusal_after([](Descriptor& d) { d.info.summary = ""; }) == incomplete);
  const std::string null = "has a null reference or build_info; expected a text, possibly empty";
  CHECK(refusal_after([](Descriptor& d) { d.info.reference = nullptr; }) == null);
  CHECK(refusal_after([](Descriptor& d) { d.build_info = nullptr; }) == null);
  const std::string functions =
      "lacks a create or destroy function; describe it with skald::plugin<...>(...)";
  CHECK(refusal_after([](Descriptor& d) { d.create = nullptr; }) == functions);
  CHECK(refusal_after([](Descriptor& d) { d.destroy = nullptr; }) == functions);
}

TEST_CASE("the handshake holds the plugin to its file's name") {
  CHECK(refusal_after([](Descriptor& d) { d.info.name = "other"; }) ==
        "is a plugin named 'other' in a file named 'plain'; rename the file to 'other.so' or the "
        "plugin");
  for (const char* name : {"Plain", "plaiN", "pl-ain", "1plain"})
    CHECK(refusal_after([&](Descriptor& d) { d.info.name = name; }) ==
          "is named '" + std::string(name) +
              "'; expected at most 200 lower-case letters, digits and '_', a letter first");
  static const std::string longer(201, 'p');
  CHECK_THAT(refusal_after([](Descriptor& d) { d.info.name = longer.c_str(); }),
             Catch::StartsWith("is named 'ppp") && Catch::Contains("[... 1 bytes ...]"));
}

TEST_CASE("the handshake refuses texts that no screen and no JSON could show") {
  const std::string info =
      "has a version, summary, reference, side_by_side, no_eps or build_info that cannot be shown; "
      "expected "
      "UTF-8 without control characters";
  CHECK(refusal_after([](Descriptor& d) { d.info.summary = "\x1b[2J"; }) == info);
  CHECK(refusal_after([](Descriptor& d) { d.info.version = "1.0\xff"; }) == info);
  CHECK(refusal_after([](Descriptor& d) { d.info.reference = "\xe2\x80\xae"; }) == info);
  CHECK(refusal_after([](Descriptor& d) { d.build_info = "\r"; }) == info);
  struct Options {
    double step = 1;
  };
  static auto option = skald::option("step", &Options::step, "a step").info;
  option.doc = "Latin-1: \xe9";
  CHECK(refusal_after([](Descriptor& d) {
          d.options = &option;
          d.option_count = 1;
        }) ==
        "option 1 ('step') has a text that cannot be shown; expected UTF-8 without control "
        "characters; correct the plugin's option table");
}

TEST_CASE("the handshake refuses a table that is not there or not in order") {
  CHECK(refusal_after([](Descriptor& d) { d.option_count = 2; }) ==
        "says it has 2 options but has no option table; correct one of the two");
  static constexpr skald::OptionInfo unnamed{};
  CHECK(refusal_after([](Descriptor& d) {
          d.options = &unnamed;
          d.option_count = 1;
        }) == "option 1 has a null name; correct the plugin's option table");
}

TEST_CASE("the handshake looks at every metric of a family") {
  using skald::Need, skald::Preferred;
  Descriptor first = plain_descriptor("first");
  first.kind = skald::Kind::metric;
  first.library = "plain";
  first.metric = {.unit = "1", .preferred = Preferred::smaller, .needs = Need::covariance};
  Descriptor second = first;
  second.info.name = "second";
  first.next = &second;
  const auto refusal = [&] {
    return skald::plugin_host::handshake_refusal(first, "plain").value_or("");
  };
  CHECK(refusal().empty());
  second.info.name = "first";
  CHECK(refusal() == "has two plugins named 'first'; rename one of them");
  second.info.name = "second";
  second.next = &first;  // an endless cycle
  CHECK(refusal() == "has two plugins named 'first'; rename one of them");
  second.next = nullptr;
  second.metric.unit = "";
  CHECK(refusal() == "is a metric without a printable unit; expected one, \"1\" for pure numbers");
  second.metric.unit = "1";
  second.metric.scale = static_cast<skald::Scale>(4);
  CHECK(refusal() == "is a metric with an unknown scale; expected a value of skald::Scale");
  second.metric.scale = skald::Scale::share;
  second.metric.needs = static_cast<Need>(std::uint64_t{1} << 40);
  CHECK(refusal() == "is a metric with needs that this host does not know" + rebuild);
  second.metric.needs = Need::nothing;
  second.library = "other";
  CHECK(refusal() ==
        "is a family named 'other' in a file named 'plain'; rename the file to 'other.so' or the "
        "plugin");
  Descriptor sampler = plain_descriptor("plain");
  sampler.next = &second;
  CHECK(skald::plugin_host::handshake_refusal(sampler, "plain") ==
        "is a family of plugins other than metrics; build each plugin as a library of its own");
}

TEST_CASE("the handshake refuses a constant for formulas that is not whole, or not a sampler's") {
  const auto refusal = [](const char* name, const char* meaning, bool has_value, skald::Kind kind) {
    return refusal_after([&](Descriptor& d) {
      d.kind = kind;
      d.constant = {name, meaning, nullptr};
      if (has_value) d.constant.value = [](const skald::Value*, skald::Index) { return 1.; };
    });
  };
  CHECK(refusal("gap", "of the graph", true, skald::Kind::sampler).empty());
  CHECK(refusal("gap", "of the graph", true, skald::Kind::model) ==
        "offers formulas a constant; only a sampler may");
  for (const std::string& found : {refusal("", "of the graph", true, skald::Kind::sampler),
                                   refusal("Gap", "of the graph", true, skald::Kind::sampler),
                                   refusal("gap", nullptr, true, skald::Kind::sampler),
                                   refusal("gap", "a\x01", true, skald::Kind::sampler),
                                   refusal("gap", "of the graph", false, skald::Kind::sampler)}) {
    CHECK_THAT(found, Catch::StartsWith("offers formulas a constant that lacks its name"));
  }
}
