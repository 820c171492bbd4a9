// skald doctor [DATABASE]: checks the machine, the plugins and a database, or says what this
// installation lacks for which feature.
#include <fmt/core.h>

#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/features.hpp"
#include "database/samples.hpp"
#include "engine/job_batch.hpp"
#include "engines/engines.hpp"
#include "options/kind.hpp"
#include "random/instruction_set.hpp"
#include "store/database_check.hpp"
#include "system/blas.hpp"
#include "system/exit_code.hpp"
#include "system/open_plugins.hpp"
#include "system/shipped.hpp"
#include "system/standard_streams.hpp"
#include "system/version.hpp"

namespace skald {
namespace {

struct DoctorCommand {
  PluginOptions plugins;
  std::string database;  // empty: check the environment alone
};

bool print(const store::DatabaseCheck& check) {
  print_out("{:<5}{:<14}{}\n", check.is_good ? "ok" : "BAD", check.subject, check.finding);
  return check.is_good;
}

bool check_environment() {
  print({"skald", true,
         fmt::format("{} {}{}, {}", kVersion, kGitCommit, *kGitDirty == '\0' ? "" : " with changes",
                     kCompiler)});
  print({"processors", true,
         fmt::format("{}, kernels for {}", std::thread::hardware_concurrency(),
                     random::name_of(random::best_instruction_set()))});
  const bool proc = std::ifstream("/proc/self/statm").good();
  return print(
      {"proc", proc, proc ? "/proc is there" : "/proc is not there: memory limits cannot be kept"});
}

bool check_plugins(plugin_host::PluginHost& host) {
  std::size_t loaded = 0;
  bool is_good = true;
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    loaded += entry.plugins.size();
    if (entry.plugins.empty()) is_good &= print({"plugin", false, entry.refusal});
  }
  return print({"plugins", loaded > 0, fmt::format("{} can be used", loaded)}) && is_good;
}

// Which BLAS a plugin calls shows only where its library is loaded. For a plugin whose library is
// not loaded here, asks a worker. Throws std::runtime_error if the plugin ends the worker.
std::optional<Blas> blas_of(const plugin_host::Plugin& plugin, Engine& engine,
                            const JobLimits& limits) {
  if (is_shipped(plugin)) return blas_of(plugin.descriptor);
  Job job;
  job.task = JobTask::blas;
  job.question =
      std::string(options::name_of(plugin.descriptor->kind)) + "/" + plugin.descriptor->info.name;
  return decode_blas(report_of(do_job(engine, job, limits), "the search for its BLAS"));
}

// Prints one line for every BLAS that plugins call; it decides how fast deep networks are. Returns
// whether every plugin could be looked at.
bool print_blas(plugin_host::PluginHost& host, const PluginOptions& plugins) {
  const auto engine = make_engine(plugins, 1);
  bool is_good = true;
  std::map<std::filesystem::path, std::string> found;
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    if (entry.plugins.empty()) continue;
    try {
      const auto blas = blas_of(entry.plugins.front(), *engine, question_limits(plugins));
      if (blas) found[blas->file] = blas->name;
    } catch (const std::runtime_error& e) {
      is_good &= print({"plugin", false, entry.file.string() + ": " + e.what()});
    }
  }
  for (const auto& [file, name] : found) {
    print({"blas", true,
           name.empty()
               ? fmt::format("{}: neither OpenBLAS nor BLIS nor MKL, most likely the slow "
                             "reference; apt install libopenblas0-serial gives a faster one",
                             file.string())
               : fmt::format("{} ({})", name, file.string())});
  }
  return is_good;
}

// What is not there is no fault.
void print_features(plugin_host::PluginHost& host) {
  for (const Feature& feature : features(host))
    print_out("{:<5}{:<14}{}\n", feature.is_there ? "ok" : "none", feature.name, feature.finding);
}

int doctor(const DoctorCommand& command) {
  bool is_good = check_environment();
  plugin_host::PluginHost host = open_plugins(command.plugins);
  is_good &= check_plugins(host);
  is_good &= print_blas(host, command.plugins);
  if (command.database.empty()) print_features(host);
  if (!command.database.empty()) {
    bool is_damaged = false;
    for (const store::DatabaseCheck& check : store::check_database(command.database)) {
      is_good &= print(check);
      is_damaged |= check.is_damage;
    }
    if (is_damaged) return kDamaged;
    is_good &= print(check_samples(store::StoreReader(command.database)));
  }
  return is_good ? kOk : kEnvironment;
}

}  // namespace

void add_doctor(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "doctor",
                  "check the machine, the plugins and a database; without a "
                  "database, say what is missing for which feature",
                  doctor);
  line.add_option("database", command.database, "results database");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
