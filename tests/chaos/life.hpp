// One start of the runner, and all that is done to it until its end: decided before it begins.
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
#include "study.hpp"

namespace skald::chaos {

// What a strike finds.
struct Scene {
  const Study& study;
  const std::filesystem::path& folder;
  test::SkaldProcess& skald;
  SmallDisk* disk;  // that the folder is on; none: an ordinary one
  Report& report;
  std::vector<std::shared_ptr<void>>& held;  // until the runner has ended, for some seconds
};

struct Strike {
  std::string name;
  double after = 0;  // the strike before, in times that a runner takes to start
  std::function<void(Scene&)> act = {};
};

struct Life {
  int jobs = 1;
  std::vector<std::string> conditions;         // what holds from its start: "NAME: DETAILS"
  std::vector<std::function<void()>> prepare;  // called in the runner's process before it is one
  std::vector<Strike> strikes;                 // in their order
  std::set<int> signals, exit_codes;           // that may end the runner, beside the usual codes
  int disturbed_workers = 0;                   // at most
  // Where writing fails, what was saved of a database that is taken away may be in parts.
  bool is_hindered = false, loses_database = false;  // one of them at most
};

}  // namespace skald::chaos
