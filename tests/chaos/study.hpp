// The sweeps that are attacked.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace skald::chaos {

struct Study {
  std::string name;
  std::map<std::string, std::string> files;  // content by name, including grid.json
  // The numbers of runs that end with a status other than "ok", by status.
  std::map<std::string, std::size_t> failures = {};
  bool has_own_plugin = true;  // a copy of tests/host/misbehaving.cpp in the folder plugins
  // Whether its plugins start processes that leave their parents. If a runner is killed, nothing
  // remains to end those.
  bool leaves_processes = false;

  bool reads_csv() const { return files.contains(kCsv); }
  // The exit code of `skald run` once all runs have ended.
  int exit_code() const { return failures.empty() ? 0 : 1; }

  // The time limit of runs, in the studies whose runs have one and are to keep it.
  static constexpr double kLimitSeconds = 3;
  static constexpr const char* kCsv = "my.csv";
  static constexpr const char* kPlugin = "plugins/misbehaving.so";
  static constexpr const char* kDatabase = "chaos.db";
};

std::vector<Study> studies();

// The rows of the csv; another `variant` has other labels.
std::string csv_text(int variant);
std::filesystem::path built_plugin();

// Writes what the study needs into an empty folder.
void lay_out(const Study& study, const std::filesystem::path& folder);
// The arguments of skald, for a process in that folder.
std::vector<std::string> run_command(int jobs);
std::vector<std::string> prune_command();
std::vector<std::string> doctor_command();

}  // namespace skald::chaos
