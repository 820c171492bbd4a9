#include "plugin_host/handshake.hpp"

#include "catch.hpp"
#include "plain_model.hpp"

namespace {

template <class Change>
std::string refusal_after(Change change) {
  skald::PluginDescriptor descriptor = plain_descriptor("plain");
  change(descriptor);
  return skald::handshake_refusal(descriptor, "plain").value_or("");
}

using Descriptor = skald::PluginDescriptor;
const std::string rebuild =
    "; rebuild the plugin against the SDK of this Skald (find_package(Skald))";

}  // namespace

TEST_CASE("the handshake accepts a plugin in order") {
  CHECK(skald::handshake_refusal(plain_descriptor("plain"), "plain") == std::nullopt);
}

TEST_CASE("the handshake reads the size first, then the tag, then the rest") {
  const std::string expected = std::to_string(sizeof(Descriptor));
  CHECK(refusal_after([](Descriptor& d) {
          d.size = 40;
          d.abi_tag = nullptr;
          d.interface_version = 7;
        }) == "has a descriptor of 40 bytes, this host expects " + expected + rebuild);
  CHECK(refusal_after([](Descriptor& d) {
          d.abi_tag = "skald-1 icc-19 cxx11abi-0";
          d.interface_version = 7;
          d.info.name = nullptr;
        }) == "built for 'skald-1 icc-19 cxx11abi-0', this host is '" SKALD_ABI_TAG
              "'; rebuild the plugin with the host's compiler and sanitizers");
  CHECK(refusal_after([](Descriptor& d) { d.abi_tag = nullptr; }) ==
        "built for '', this host is '" SKALD_ABI_TAG
        "'; rebuild the plugin with the host's compiler and sanitizers");
  CHECK(refusal_after([](Descriptor& d) { d.interface_version = 7; }) ==
        "has interface version 7, this host has " + std::to_string(skald::kInterfaceVersion) +
            rebuild);
}

TEST_CASE("the handshake refuses an incomplete description") {
  CHECK(refusal_after([](Descriptor& d) { d.kind = skald::Kind{5}; }) ==
        "has the unknown kind 5; expected 0 (dataset) to 4 (privacy)");
  const std::string incomplete =
      "has an incomplete description; expected a name, a version and a summary";
  CHECK(refusal_after([](Descriptor& d) { d.info.name = nullptr; }) == incomplete);
  CHECK(refusal_after([](Descriptor& d) { d.info.name = ""; }) == incomplete);
  CHECK(refusal_after([](Descriptor& d) { d.info.version = nullptr; }) == incomplete);
  CHECK(refusal_after([](Descriptor& d) { d.info.summary = ""; }) == incomplete);
  const std::string null = "has a null reference or build_info; expected a text, empty if need be";
  CHECK(refusal_after([](Descriptor& d) { d.info.reference = nullptr; }) == null);
  CHECK(refusal_after([](Descriptor& d) { d.build_info = nullptr; }) == null);
  const std::string functions =
      "has no create or no destroy function; describe it with skald::plugin<...>(...)";
  CHECK(refusal_after([](Descriptor& d) { d.create = nullptr; }) == functions);
  CHECK(refusal_after([](Descriptor& d) { d.destroy = nullptr; }) == functions);
}

TEST_CASE("the handshake holds the plugin to its file's name") {
  CHECK(refusal_after([](Descriptor& d) { d.info.name = "other"; }) ==
        "is a plugin named 'other' in a file named 'plain'; rename the file to 'other.so' or the "
        "plugin");
  CHECK(refusal_after([](Descriptor& d) { d.info.name = "Plain"; }) ==
        "is named 'Plain'; expected lower-case letters, digits and '_', a letter first");
}

TEST_CASE("the handshake refuses a table that is not there or not in order") {
  CHECK(refusal_after([](Descriptor& d) { d.option_count = 2; }) ==
        "says it has 2 options but has no option table");
  static constexpr skald::OptionInfo unnamed{};
  CHECK(refusal_after([](Descriptor& d) {
          d.options = &unnamed;
          d.option_count = 1;
        }) == "option 1 has a null name; correct the plugin's option table");
}
