#include "plugin_host/description.hpp"

#include "options/allowed_values.hpp"
#include "plugin_host/library.hpp"
#include "plugin_host/plugin_host.hpp"
#include "skald/plugin.hpp"
#include "test.hpp"

namespace {

const std::filesystem::path host_folder = SKALD_HOST_PLUGINS;
const std::filesystem::path at_load = host_folder / "at_load";

std::string told_by(const std::string& name,
                    std::chrono::milliseconds patience = skald::plugin_host::kPatience) {
  try {
    skald::plugin_host::description_from_child(at_load / (name + ".so"), {}, name, patience);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("what ends the process at load ends a child, and is told") {
  const std::string told = told_by("ends_at_load");
  CHECK_THAT(told, Catch::StartsWith("ends the process on loading, by signal 6 (Aborted), saying "
                                     "\"terminate called after throwing") &&
                       Catch::Contains("no device") &&
                       Catch::EndsWith("remove it from the plugin path"));
  CHECK_THROWS_WITH(
      skald::plugin_host::describe_library(at_load / "ends_at_load.so", {}, "ends_at_load",
                                           skald::plugin_host::kPatience),
      told);
}

TEST_CASE("a process that ends well at load has ended all the same") {
  // The thread sanitizer turns an exit within dlopen() into a finding of its own.
  const bool finds_it = std::string_view(SKALD_SANITIZER) == " tsan";
  CHECK_THAT(told_by("exits_at_load"),
             Catch::StartsWith(finds_it ? "ends the process on loading, with status 66, "
                                        : "ends the process on loading, with status 0; expected "));
}

TEST_CASE(
    "what does not come back from loading is ended and told, with the limit and who sets it") {
  CHECK_THAT(told_by("hangs_at_load", std::chrono::milliseconds(1300)),
             Catch::StartsWith("does not load within 1.300 s; expected ") &&
                 Catch::EndsWith("or give it more time (--patience SECONDS)"));
}

TEST_CASE("the loader's refusal comes from the child, about the file that was named") {
  const auto file = host_folder / "unresolved.so";
  CHECK_THROWS_WITH(
      skald::plugin_host::describe_library(file, {}, "unresolved", skald::plugin_host::kPatience),
      Catch::StartsWith("cannot be loaded: " + file.string() +
                        ": undefined symbol: nobody_provides_this") &&
          Catch::EndsWith("; rebuild the plugin, or install the library it needs"));
}

TEST_CASE("a description says what the descriptor of the loaded library says") {
  const auto file = host_folder / "echo.so";
  const skald::plugin_host::Library loaded = skald::plugin_host::load_library(file);
  const skald::plugin_host::Library described =
      skald::plugin_host::describe_library(file, {}, "echo", skald::plugin_host::kPatience);
  CHECK(described.sha256 == loaded.sha256);
  CHECK(described.descriptor != loaded.descriptor);
  CHECK(described.descriptor->kind == loaded.descriptor->kind);
  CHECK(std::string(described.descriptor->info.summary) == loaded.descriptor->info.summary);
  CHECK(skald::plugin_host::write_description(*described.descriptor) ==
        skald::plugin_host::write_description(*loaded.descriptor));
  REQUIRE(described.descriptor->option_count == loaded.descriptor->option_count);
  REQUIRE(loaded.descriptor->option_count > 0);
  for (std::uint32_t i = 0; i < loaded.descriptor->option_count; ++i) {
    CHECK(skald::options::bounds_symbols(described.descriptor->options[i]) ==
          skald::options::bounds_symbols(loaded.descriptor->options[i]));
  }
}

TEST_CASE("bytes that end early are no description") {
  const std::string whole = skald::plugin_host::write_description(
      *skald::plugin_host::load_library(host_folder / "echo.so").descriptor);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK_THROWS_AS(skald::plugin_host::read_description(whole.substr(0, size)),
                    std::runtime_error);
  }
}

TEST_CASE("a host loads what lies in the folder of its own, and describes the rest") {
  const std::vector<std::filesystem::path> places{host_folder / "twin_a"};
  skald::plugin_host::PluginHost own(places, skald::plugin_host::Writable::allow,
                                     {.here = std::filesystem::canonical(host_folder)});
  CHECK(skald::plugin_host::create_object(own.find(skald::Kind::model, "plain"), skald::Kind::model,
                                          {}));
  skald::plugin_host::PluginHost other(places, skald::plugin_host::Writable::allow,
                                       {.here = "/nowhere"});
  const skald::plugin_host::Plugin& described = other.find(skald::Kind::model, "plain");
  CHECK_THROWS_WITH(skald::plugin_host::create_object(described, skald::Kind::model, {}),
                    "model 'plain' cannot be created: its library was only described in this "
                    "process, not loaded");
}
