#include "commands/about/version_json.hpp"

#include "json/json.hpp"
#include "skald/plugin.hpp"
#include "store/schema.hpp"
#include "system/version.hpp"

namespace skald {

std::string version_json() {
  json::JsonValue libraries = json::json_object();
  for (const auto& [name, version] : built_with()) json::add(libraries, name, version);
  return json::write_json_indented(json::json_object({{"version", kVersion},
                                                      {"commit", kGitCommit},
                                                      {"changed", *kGitDirty != '\0'},
                                                      {"plugin_interface", kInterfaceVersion},
                                                      {"plugin_abi", SKALD_ABI_TAG},
                                                      {"database_schema", store::schema_version},
                                                      {"compiler", kCompiler},
                                                      {"compile_flags", kCompileFlags},
                                                      {"libraries", libraries}}));
}

}  // namespace skald
