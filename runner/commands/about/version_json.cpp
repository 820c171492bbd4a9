#include "commands/about/version_json.hpp"

#include "json/json.hpp"
#include "skald/plugin.hpp"
#include "store/schema.hpp"
#include "system/version.hpp"

namespace skald {

std::string version_json() {
  using json::JsonValue;
  JsonValue libraries = json::json_object({});
  for (const auto& [name, version] : built_with())
    json::add(libraries, name, json::json_string(version));
  JsonValue value = json::json_object({});
  json::add(value, "version", json::json_string(kVersion));
  json::add(value, "commit", json::json_string(kGitCommit));
  json::add(value, "changed", json::json_boolean(*kGitDirty != '\0'));
  json::add(value, "plugin_interface", json::json_number(kInterfaceVersion));
  json::add(value, "plugin_abi", json::json_string(SKALD_ABI_TAG));
  json::add(value, "database_schema", json::json_number(store::schema_version));
  json::add(value, "compiler", json::json_string(kCompiler));
  json::add(value, "compile_flags", json::json_string(kCompileFlags));
  json::add(value, "libraries", std::move(libraries));
  return json::write_json_indented(value);
}

}  // namespace skald
