// One start of the runner, and everything that is done to it until its end, all decided beforehand.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "report.hpp"
#include "skald_process.hpp"
#include "small_disk.hpp"

namespace skald::chaos {

// What a strike can act on.
struct Scene {
  const std::filesystem::path& folder;
  test::SkaldProcess& skald;
  SmallDisk* disk;  // the disk that the folder is on; null: an ordinary one
  Report& report;
  std::vector<std::shared_ptr<void>>& held;  // kept for some seconds, or until the runner has ended
};

struct Strike {
  std::string name;
  double after = 0;  // after the strike before, in units of a runner's start-up time
  std::function<void(Scene&)> act = {};
};

struct Life {
  int jobs = 1;
  std::vector<std::string> conditions;         // in force from the start: "NAME: DETAILS"
  std::vector<std::function<void()>> prepare;  // called in the process that becomes the runner
  std::vector<Strike> strikes;                 // in order of time
  std::set<int> signals, exit_codes;           // that may end the runner, besides the usual codes
  int disturbed_workers = 0;                   // at most this many
  // If writing fails, what was saved of a database that was taken away may be incomplete.
  bool is_hindered = false, loses_database = false;  // at most one of them
};

}  // namespace skald::chaos
