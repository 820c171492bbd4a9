#include "plugin_host/plugin_host.hpp"

#include "skald/model.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"
#include "text/sha256.hpp"

namespace plugin_host_test {

namespace {

const fs::path plugins = fs::canonical(SKALD_HOST_PLUGINS);

// Allows a build folder that everybody may write; tests about that make folders of their own.
skald::plugin_host::PluginHost host_of(const std::vector<fs::path>& places) {
  return skald::plugin_host::PluginHost(places, skald::plugin_host::Writable::allow);
}

// Returns why the file of that name is refused, without the leading path of the file.
std::string refusal(skald::plugin_host::PluginHost& host, const std::string& name) {
  for (const skald::plugin_host::CatalogEntry& entry : host.catalog()) {
    if (entry.name != name) continue;
    if (!entry.plugins.empty()) return "loaded";
    CHECK_THAT(entry.refusal, Catch::StartsWith(entry.file.string() + ": "));
    return entry.refusal.substr(entry.file.string().size() + 2);
  }
  return "not listed";
}

std::string complaint(skald::plugin_host::PluginHost& host, skald::Kind kind,
                      const std::string& name) {
  try {
    host.find(kind, name);
  } catch (const std::invalid_argument& error) {
    return std::string("invalid argument: ") + error.what();
  } catch (const std::runtime_error& error) {
    return std::string("runtime error: ") + error.what();
  }
  return "found";
}

const std::string rebuild =
    "; rebuild the plugin against the SDK of this Skald (find_package(Skald))";

}  // namespace

TEST_CASE("files that nobody wants are listed, and not loaded until they are") {
  skald::plugin_host::PluginHost host = host_of({plugins});
  const std::string wanted = host_of({plugins}).catalog().back().name;
  const auto is_wanted = [&](const auto& entry) { return entry.name == wanted; };
  const auto& catalog = host.catalog(is_wanted);
  REQUIRE(catalog.size() > 2);
  for (const auto& entry : catalog) CHECK(entry.examined() == is_wanted(entry));
  CHECK(std::all_of(host.catalog().begin(), host.catalog().end(),
                    [](const auto& entry) { return entry.examined(); }));
}

TEST_CASE("a file in a folder of one kind has plugins of no other") {
  const skald::plugin_host::CatalogEntry model{.name = "toy", .file = "/plugins/model/toy.so"};
  CHECK(model.may_have(skald::Kind::model));
  CHECK_FALSE(model.may_have(skald::Kind::metric));
  const skald::plugin_host::CatalogEntry any{.name = "toy", .file = "/home/toy.so"};
  CHECK(any.may_have(skald::Kind::metric));
}

TEST_CASE("the catalog lists every file by name, a bad one stops nothing") {
  skald::plugin_host::PluginHost host = host_of({plugins});
  const std::vector<skald::plugin_host::CatalogEntry>& catalog = host.catalog();
  CHECK(std::is_sorted(catalog.begin(), catalog.end(),
                       [](const auto& a, const auto& b) { return a.name < b.name; }));
  for (const skald::plugin_host::CatalogEntry& entry : catalog) {
    INFO(entry.name);
    CHECK(!entry.plugins.empty() == entry.refusal.empty());
    CHECK(entry.file == plugins / (entry.name + ".so"));
  }
  CHECK(refusal(host, "echo") == "loaded");
  CHECK(refusal(host, "returns_null") == "loaded");
  CHECK(refusal(host, "wrong_size") == "has a descriptor of 40 bytes, this host expects " +
                                           std::to_string(sizeof(skald::PluginDescriptor)) +
                                           rebuild);
  CHECK(refusal(host, "wrong_tag") ==
        "built for 'skald-1 icc-19 cxx11abi-0', this host is '" SKALD_ABI_TAG
        "'; rebuild the plugin with the host's compiler and sanitizers");
  CHECK(refusal(host, "wrong_version") == "has interface version 99, this host has " +
                                              std::to_string(skald::kInterfaceVersion) + rebuild);
  CHECK(refusal(host, "no_summary") ==
        "has an incomplete description; expected a name, a version and a summary");
  CHECK(refusal(host, "misnamed") ==
        "is a plugin named 'somebody_else' in a file named 'misnamed'; rename the file to "
        "'somebody_else.so' or the plugin");
  CHECK(refusal(host, "default_out_of_range") ==
        "option 1 ('step') has the default 0, which must be above 0; correct the plugin's option "
        "table");
  CHECK_THAT(refusal(host, "no_symbol"), Catch::Contains("exports no symbol 'skald_plugin'"));
  CHECK_THAT(refusal(host, "unresolved"), Catch::Contains("nobody_provides_this"));
}

TEST_CASE("find gives the plugin, with its provenance") {
  skald::plugin_host::PluginHost host = host_of({plugins});
  const skald::plugin_host::Plugin& echo = host.find(skald::Kind::model, "echo");
  CHECK(std::string(echo.descriptor->info.version) == "1.2.3");
  CHECK(echo.file == plugins / "echo.so");
  CHECK(echo.sha256.size() == 64);
  CHECK(&host.find(skald::Kind::model, "echo") == &echo);
}

TEST_CASE("find tells why a plugin is refused, or which is meant") {
  skald::plugin_host::PluginHost host = host_of({plugins});
  CHECK(complaint(host, skald::Kind::model, "wrong_version") ==
        "runtime error: model 'wrong_version': " + (plugins / "wrong_version.so").string() +
            ": has interface version 99, this host has " +
            std::to_string(skald::kInterfaceVersion) + rebuild);
  CHECK(complaint(host, skald::Kind::model, "ehco") ==
        "invalid argument: no model 'ehco' on the plugin path; did you mean 'echo'? (searched: " +
            plugins.string() + ")");
  CHECK(complaint(host, skald::Kind::sampler, "echo") ==
        "invalid argument: no sampler 'echo' on the plugin path (searched: " + plugins.string() +
            ")");
  skald::plugin_host::PluginHost nothing = host_of({});
  CHECK(complaint(nothing, skald::Kind::model, "echo") ==
        "invalid argument: no model 'echo' on the plugin path (searched: nowhere: the plugin path "
        "is empty)");
}

TEST_CASE("two plugins of one kind and name are both refused") {
  skald::plugin_host::PluginHost host = host_of({plugins / "twin_a", plugins / "twin_b"});
  REQUIRE(host.catalog().size() == 2);
  const fs::path a = plugins / "twin_a" / "plain.so";
  const fs::path b = plugins / "twin_b" / "plain.so";
  const std::string remedy = "; remove one of the two from the plugin path, or rename it";
  CHECK(host.catalog()[0].refusal ==
        a.string() + ": has the kind and name (model 'plain') of " + b.string() + remedy);
  CHECK(host.catalog()[1].refusal ==
        b.string() + ": has the kind and name (model 'plain') of " + a.string() + remedy);
  CHECK(complaint(host, skald::Kind::model, "plain") ==
        "runtime error: model 'plain': " + host.catalog()[0].refusal);

  skald::plugin_host::PluginHost one =
      host_of({plugins / "twin_a", plugins / "twin_a" / "plain.so"});
  CHECK(complaint(one, skald::Kind::model, "plain") == "found");
}

TEST_CASE("a place that does not exist is listed with its refusal") {
  skald::plugin_host::PluginHost host = host_of({"/nowhere/plain.so"});
  CHECK(refusal(host, "plain") ==
        "no such file or folder; expected a plugin's file or a folder of plugins: correct "
        "--plugin-path or SKALD_PLUGIN_PATH");
}

TEST_CASE("a plugin that every user may write is refused unless that is allowed") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "plain.so";
  fs::copy_file(plugins / "twin_a" / "plain.so", file);
  fs::permissions(folder.path(), fs::perms(0755));
  fs::permissions(file, fs::perms(0666));
  const std::vector<fs::path> places{folder.path()};
  skald::plugin_host::PluginHost strict(places);
  CHECK_THAT(refusal(strict, "plain"), Catch::StartsWith("the file is world-writable"));
  skald::plugin_host::PluginHost lenient(places, skald::plugin_host::Writable::allow);
  CHECK(refusal(lenient, "plain") == "loaded");
}

TEST_CASE("an object may outlive the host that loaded its plugin") {
  skald::plugin_host::Owned<skald::Model> model;
  {
    skald::plugin_host::PluginHost host = host_of({plugins / "twin_a"});
    model = skald::plugin_host::create<skald::Model>(host.find(skald::Kind::model, "plain"), {});
  }
  CHECK(model->dimension() == 1);
}

}  // namespace plugin_host_test
