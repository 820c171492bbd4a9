// skald doctor [DATABASE]: is everything in order?
#include <fmt/core.h>

#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "blas.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "random/instruction_set.hpp"
#include "samples.hpp"
#include "store/database_check.hpp"
#include "version.hpp"

namespace skald {
namespace {

bool print(const DatabaseCheck& check) {
  fmt::print("{:<5}{:<14}{}\n", check.is_good ? "ok" : "BAD", check.subject, check.finding);
  return check.is_good;
}

bool check_environment() {
  print({"skald", true,
         fmt::format("{} {}{}, {}", kVersion, kGitCommit, *kGitDirty == '\0' ? "" : " with changes",
                     kCompiler)});
  print({"processors", true,
         fmt::format("{}, kernels for {}", std::thread::hardware_concurrency(),
                     name(best_instruction_set()))});
  const bool proc = std::ifstream("/proc/self/statm").good();
  return print(
      {"proc", proc, proc ? "/proc is there" : "/proc is not there: memory limits cannot be kept"});
}

bool check_plugins(PluginHost& host) {
  std::size_t loaded = 0;
  bool is_good = true;
  for (const CatalogEntry& entry : host.catalog()) {
    if (entry.plugin) {
      ++loaded;
    } else {
      is_good &= print({"plugin", false, entry.refusal});
    }
  }
  return print({"plugins", loaded > 0, fmt::format("{} can be used", loaded)}) && is_good;
}

// One line for every BLAS that plugins call; deep networks are as fast as it is.
void print_blas(PluginHost& host) {
  std::map<std::filesystem::path, std::string> found;
  for (const CatalogEntry& entry : host.catalog()) {
    if (!entry.plugin) continue;
    if (const std::optional<Blas> blas = blas_of(entry.plugin->descriptor))
      found[blas->file] = blas->name;
  }
  for (const auto& [file, name] : found) {
    print({"blas", true,
           name.empty() ? fmt::format("{}: neither OpenBLAS nor BLIS nor MKL, most likely the slow "
                                      "reference; ./dev setup torch installs OpenBLAS",
                                      file.string())
                        : fmt::format("{} ({})", name, file.string())});
  }
}

}  // namespace

int doctor(const DoctorCommand& command) {
  bool is_good = check_environment();
  PluginHost host = open_plugins(command.plugins);
  is_good &= check_plugins(host);
  print_blas(host);
  if (!command.database.empty()) {
    for (const DatabaseCheck& check : check_database(command.database)) is_good &= print(check);
    is_good &= print(check_samples(StoreReader(command.database)));
  }
  return is_good ? kOk : kEnvironment;
}

}  // namespace skald
