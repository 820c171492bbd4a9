#include "system/provenance.hpp"

#include <gnu/libc-version.h>
#include <unistd.h>

#include <Eigen/Core>
#include <boost/version.hpp>
#include <fstream>
#include <string>

#include "json/json.hpp"
#include "options/kind.hpp"
#include "random/instruction_set.hpp"
#include "store/sqlite.hpp"
#include "system/version.hpp"

namespace skald {
namespace {

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "";
}

std::string build_json() {
  JsonValue build = json_object({});
  add(build, "compiler", json_string(kCompiler));
  add(build, "flags", json_string(kCompileFlags));
  add(build, "eigen",
      json_string(std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) +
                  "." + std::to_string(EIGEN_MINOR_VERSION)));
  add(build, "boost", json_string(BOOST_LIB_VERSION));
  add(build, "glibc", json_string(::gnu_get_libc_version()));  // its logarithms and exponentials
  add(build, "sqlite", json_number(sqlite_version_number()));
  return write_json(build);
}

}  // namespace

EnvironmentRecord environment() {
  EnvironmentRecord record;
  record.host = host_name();
  record.cpu = cpu_model();
  record.instruction_set = name_of(best_instruction_set());
  record.skald_version = kVersion;
  record.git_commit = kGitCommit;
  record.git_dirty = kGitDirty;
  record.build = build_json();
  return record;
}

std::string program_of(const EnvironmentRecord& e) {
  std::string text = "skald " + e.skald_version;
  if (e.git_commit.empty()) return text;
  text += " (commit " + e.git_commit;
  if (!e.git_dirty.empty()) text += ", with the uncommitted change " + e.git_dirty;
  return text + ")";
}

std::string plugins_json(const Cell& cell, PluginHost& host) {
  std::vector<JsonValue> all;
  for (const PluginChoice& choice : cell.all_plugins()) {
    const Plugin& plugin = host.find(choice.kind, choice.plugin, choice.library);
    JsonValue entry = json_object({});
    add(entry, "kind", json_string(name_of(choice.kind)));
    add(entry, "name", json_string(choice.plugin));
    add(entry, "version", json_string(plugin.descriptor->info.version));
    add(entry, "numerics_revision", json_number(choice.numerics_revision));
    add(entry, "file", json_string(plugin.file.string()));
    add(entry, "sha256", json_string(plugin.sha256));
    add(entry, "build", json_string(plugin.descriptor->build_info));
    if (plugin.others_may_write) add(entry, "others_may_write", json_boolean(true));
    all.push_back(std::move(entry));
  }
  return write_json(json_array(std::move(all)));
}

std::vector<std::string> plugin_digests(const Cell& cell, PluginHost& host) {
  std::vector<std::string> digests;
  for (const PluginChoice& choice : cell.all_plugins()) {
    digests.push_back(host.find(choice.kind, choice.plugin, choice.library).sha256);
  }
  return digests;
}

}  // namespace skald
