#include "system/provenance.hpp"

#include <gnu/libc-version.h>
#include <unistd.h>
#include <Eigen/Core>
#include <boost/version.hpp>

#include <fstream>
#include <string>

#include "json/json.hpp"
#include "options/option_value.hpp"
#include "random/instruction_set.hpp"
#include "store/sqlite.hpp"

namespace skald {
namespace {

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
  json::JsonValue build = json::json_object();
  json::add(build, "compiler", kCompiler);
  json::add(build, "flags", kCompileFlags);
  json::add(build, "eigen",
            std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
                std::to_string(EIGEN_MINOR_VERSION));
  json::add(build, "boost", BOOST_LIB_VERSION);
  json::add(build, "glibc",
            ::gnu_get_libc_version());  // its logarithms and exponentials
  json::add(build, "sqlite", store::sqlite_version_number());
  return json::write_json(build);
}

}  // namespace

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

record::EnvironmentRecord environment() {
  record::EnvironmentRecord record;
  record.host = host_name();
  record.cpu = cpu_model();
  record.instruction_set = random::name_of(random::best_instruction_set());
  record.skald_version = kVersion;
  record.git_commit = kGitCommit;
  record.git_dirty = kGitDirty;
  record.build = build_json();
  return record;
}

std::string program_of(const record::EnvironmentRecord& e) {
  std::string text = "skald " + e.skald_version;
  if (e.git_commit.empty()) return text;
  text += " (commit " + e.git_commit;
  if (!e.git_dirty.empty()) text += ", with the uncommitted change " + e.git_dirty;
  return text + ")";
}

std::string plugins_json(const grid::Cell& cell, plugin_host::PluginHost& host) {
  std::vector<json::JsonValue> all;
  for (const grid::PluginChoice& choice : cell.all_plugins()) {
    const plugin_host::Plugin& plugin = host.find(choice.kind, choice.plugin, choice.library);
    json::JsonValue entry = json::json_object();
    json::add(entry, "kind", options::name_of(choice.kind));
    json::add(entry, "name", choice.plugin);
    json::add(entry, "version", plugin.descriptor->info.version);
    json::add(entry, "numerics_revision", choice.numerics_revision);
    json::add(entry, "file", plugin.file.string());
    json::add(entry, "sha256", plugin.sha256);
    json::add(entry, "build", plugin.descriptor->build_info);
    if (plugin.others_may_write) json::add(entry, "others_may_write", true);
    all.push_back(std::move(entry));
  }
  return json::write_json(json::json_array(std::move(all)));
}

std::vector<std::string> plugin_digests(const grid::Cell& cell, plugin_host::PluginHost& host) {
  std::vector<std::string> digests;
  for (const grid::PluginChoice& choice : cell.all_plugins()) {
    digests.push_back(host.find(choice.kind, choice.plugin, choice.library).sha256);
  }
  return digests;
}

}  // namespace skald
