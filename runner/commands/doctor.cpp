// skald doctor [DATABASE]: checks the machine, the plugins and a database, or says what this
// installation lacks for which feature.
#include <fmt/core.h>

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "data/known_files.hpp"
#include "database/inference_data.hpp"
#include "database/samples.hpp"
#include "engine/job_batch.hpp"
#include "engines/engines.hpp"
#include "options/option_value.hpp"
#include "plugin_host/plugin_host.hpp"
#include "random/instruction_set.hpp"
#include "store/database_check.hpp"
#include "system/blas.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/fresh_folder.hpp"
#include "system/open_plugins.hpp"
#include "system/provenance.hpp"
#include "system/standard_streams.hpp"
#include "system/whole_file.hpp"

namespace skald {
namespace {

// A line that doctor prints, of what this machine has as of a database.
using Line = store::DatabaseCheck;

// Returns the first of these programs that is on the PATH, or "".
std::string on_path(std::initializer_list<const char*> programs) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const char* program : programs) {
      const std::string file = (std::filesystem::path(folder) / program).string();
      if (::access(file.c_str(), X_OK) == 0) return file;
    }
  }
  return "";
}

// `use`: what the feature is for; `detail`: where it is, or how to get it.
Line feature(const char* name, bool is_there, const std::string& use, const std::string& detail) {
  return {name, is_there, detail.empty() ? use : use + ": " + detail};
}

Line by_program(const char* name, const char* use, const std::string& program, const char* remedy) {
  return feature(name, !program.empty(), use, program.empty() ? remedy : program);
}

bool has_plugin(plugin_host::PluginHost& host, const grid::AbsentPlugin& wanted) {
  const auto& catalog = host.catalog();
  return std::any_of(catalog.begin(), catalog.end(), [&](const auto& entry) {
    return std::any_of(entry.plugins.begin(), entry.plugins.end(), [&](const auto& plugin) {
      return plugin.descriptor->kind == wanted.kind && plugin.descriptor->info.name == wanted.name;
    });
  });
}

// Shipped plugins of that kind that need a library.
Line with_library(plugin_host::PluginHost& host, Kind kind, const char* name,
                  const std::string& use) {
  std::string lacking, remedy;
  for (const grid::AbsentPlugin& plugin : plugins_with_libraries()) {
    if (plugin.kind != kind || has_plugin(host, plugin)) continue;
    lacking += (lacking.empty() ? "" : ", ") + plugin.name;
    remedy = plugin.remedy;
  }
  if (lacking.empty()) return feature(name, true, use, "");
  return feature(name, false, use + " (" + lacking + ")", remedy);
}

Line netcdf() {
  return feature("netcdf", has_netcdf(), "draws for ArviZ (skald export --netcdf)",
                 has_netcdf() ? ""
                              : "this Skald was built without libnetcdf: install libnetcdf-dev, "
                                "configure and build again; --npy needs nothing");
}

// Whether Python starts, which one, and what it has, shows only where a plugin is loaded, in a
// child process.
Line python(const PluginOptions& options) {
  const char* const use = "plugins in Python (NAME.py)";
  if (!std::filesystem::exists(plugin_host::loader_folder() / "py.so")) {
    return feature("python", false, use,
                   "this Skald has no loader of them: install the package skald-python or, in a "
                   "source tree, apt install python3-dev python3-numpy and then ./dev build");
  }
  const ScratchFolder folder;
  const std::array files{folder.path() / "trial.py"};
  write_whole(files[0],
              "import skald, skald.loading\n\nclass Trial(skald.Metric):\n"
              "    __doc__ = skald.loading.interpreter()\n");
  plugin_host::PluginHost host(files, plugin_host::Writable::refuse, shipped_alone(options));
  const plugin_host::CatalogEntry& trial = host.catalog().front();
  if (trial.plugins.empty()) return feature("python", false, use, trial.refusal);
  return feature("python", true, use, trial.plugins.front().descriptor->info.summary);
}

Line plugin_building() {
  const std::string cmake = on_path({"cmake"}), compiler = on_path({"c++", "g++", "clang++"});
  const bool is_there = !cmake.empty() && !compiler.empty();
  return feature("compiler", is_there, "plugins of your own (skald new sampler ...)",
                 is_there ? compiler + ", " + cmake
                          : "no compiler or no cmake is there: apt install g++ cmake, and the "
                            "package skald-dev where Skald is installed");
}

Line data_sets() {
  std::size_t there = 0, all = 0;
  for (const data::KnownSet& set : data::known_sets()) {
    ++all;
    there += std::all_of(set.files.begin(), set.files.end(), [](const data::KnownFile& file) {
      return std::filesystem::exists(data::locate_data(std::string(data::kDataPrefix) + file.name));
    });
  }
  return {
      "data", there == all,
      fmt::format("{} of {} public data sets are in {}{}", there, all, data::data_folder().string(),
                  there == all ? "" : "; skald data list and skald data fetch NAME")};
}

// Looks for programs on the PATH, plugins in the catalog of `host`, and data files.
std::vector<Line> features(plugin_host::PluginHost& host, const PluginOptions& options) {
  return {by_program("figures", "pictures (skald plot -o, skald posterior --plot, skald report)",
                     on_path({"gnuplot", "gnuplot-nox"}),
                     "gnuplot is not there: apt install gnuplot-nox"),
          netcdf(),
          with_library(host, Kind::dataset, "hdf5", "data sets in HDF5 files of clients"),
          with_library(host, Kind::model, "torch", "networks of libtorch"),
          python(options),
          by_program("slurm", "sweeps on a cluster (skald submit)", on_path({"sbatch"}),
                     "sbatch is not there: run it where Slurm is installed; others by "
                     "--scheduler FILE, see skald submit --help"),
          plugin_building(),
          data_sets()};
}

struct DoctorCommand {
  PluginOptions plugins;
  std::string database;  // empty: check the environment alone
};

bool print(const Line& check, const char* bad = "BAD") {
  print_out("{:<5}{:<14}{}\n", check.is_good ? "ok" : bad, check.subject, check.finding);
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
  const FindBlas question{std::string(options::name_of(plugin.descriptor->kind)),
                          plugin.descriptor->info.name};
  return ask(engine, question, limits, "the search for its BLAS");
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

int doctor(const DoctorCommand& command) {
  bool is_good = check_environment();
  plugin_host::PluginHost host = open_plugins(command.plugins);
  is_good &= check_plugins(host);
  is_good &= print_blas(host, command.plugins);
  if (command.database.empty()) {
    // What is not there is no fault.
    for (const Line& one : features(host, command.plugins)) print(one, "none");
  } else {
    bool is_damaged = false;
    for (const Line& check : store::check_database(command.database)) {
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
