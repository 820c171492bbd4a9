#include "commands/parts/features.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "data/data_folder.hpp"
#include "data/known_files.hpp"
#include "database/inference_data.hpp"
#include "system/absent_plugins.hpp"

namespace skald {
namespace {

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

Feature by_program(const char* name, const char* use, const std::string& program,
                   const char* remedy) {
  if (!program.empty()) return {name, true, fmt::format("{}: {}", use, program)};
  return {name, false, fmt::format("{}: {}", use, remedy)};
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
Feature with_library(plugin_host::PluginHost& host, Kind kind, const char* name, const char* use) {
  std::string lacking, remedy;
  for (const grid::AbsentPlugin& plugin : plugins_with_libraries()) {
    if (plugin.kind != kind || has_plugin(host, plugin)) continue;
    lacking += (lacking.empty() ? "" : ", ") + plugin.name;
    remedy = plugin.remedy;
  }
  if (lacking.empty()) return {name, true, use};
  return {name, false, fmt::format("{} ({}): {}", use, lacking, remedy)};
}

Feature netcdf() {
  const std::string use = "draws for ArviZ (skald export --netcdf)";
  if (has_netcdf()) return {"netcdf", true, use};
  return {"netcdf", false,
          use +
              ": this Skald was built without libnetcdf: install libnetcdf-dev, configure and "
              "build again; --npy needs nothing"};
}

Feature plugin_building() {
  const std::string cmake = on_path({"cmake"}), compiler = on_path({"c++", "g++", "clang++"});
  const std::string use = "plugins of your own (skald new sampler ...)";
  if (!cmake.empty() && !compiler.empty())
    return {"compiler", true, fmt::format("{}: {}, {}", use, compiler, cmake)};
  return {"compiler", false,
          use +
              ": no compiler or no cmake is there: apt install g++ cmake, and the package "
              "skald-dev where Skald is installed"};
}

Feature data_sets() {
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

}  // namespace

std::vector<Feature> features(plugin_host::PluginHost& host) {
  return {by_program("figures", "pictures (skald plot -o, skald posterior --plot)",
                     on_path({"gnuplot", "gnuplot-nox"}),
                     "gnuplot is not there: apt install gnuplot-nox; pages (skald report, skald "
                     "serve) need nothing"),
          netcdf(),
          with_library(host, Kind::dataset, "hdf5", "data sets in HDF5 files of clients"),
          with_library(host, Kind::model, "torch", "networks of libtorch"),
          by_program("slurm", "sweeps on a cluster (skald submit)", on_path({"sbatch"}),
                     "sbatch is not there: run it where Slurm is installed; others by "
                     "--scheduler FILE, see skald submit --help"),
          plugin_building(),
          data_sets()};
}

}  // namespace skald
