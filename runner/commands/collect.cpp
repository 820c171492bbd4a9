// skald collect DATABASE: merges the parts that processes on other machines have published.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "cluster/part.hpp"
#include "commands/cluster/print_tasks.hpp"
#include "commands/cluster/scheduler_option.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/grid_runs.hpp"
#include "database/open_database.hpp"
#include "database/study_progress.hpp"
#include "system/exit_code.hpp"
#include "system/interrupt.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

constexpr double kInterval = 10;  // seconds; NFS clients see a new name after some seconds anyway
constexpr std::size_t kMostNamed = 10;

struct CollectCommand {
  std::string database;
  std::string parts;
  bool watch = false;
  double every = kInterval;
  std::string scheduler;
  bool allow_network_file_system = false;
};

void print(const Collected& part) {
  print_out("{}: {} added, {} replaced by results, {} already here", part.part.filename().string(),
            text::counted(part.report.added, "run"), text::counted(part.report.replaced, "failure"),
            part.report.already_here);
  if (part.arrays > 0) print_out(", {} of samples copied", text::counted(part.arrays, "file"));
  print_out("\n");
}

// Returns "3/8, 5/8 (60 of 120 runs)".
std::string lacking_text(const ShareProgress& progress) {
  std::vector<std::string> names;
  for (const auto& [index, part] : progress.incomplete) {
    names.push_back(fmt::format("{} ({} of {})", to_text(part.share), part.ended,
                                text::counted(part.runs, "run")));
  }
  for (const std::size_t index : progress.missing) names.push_back(to_text({index, progress.of}));
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMostNamed; ++i) {
    text += (i > 0 ? ", " : "") + names[i];
  }
  if (names.size() > kMostNamed) text += fmt::format(" and {} more", names.size() - kMostNamed);
  return text;
}

// What has come of a grid. It may have been divided several times: by submissions, each of which
// divides only the runs that nobody does yet.
struct GridProgress {
  std::vector<ShareProgress> divisions;
  std::int64_t missing = 0;  // runs that the database lacks; 0 where results decide how many

  // Whether all shares of a division have come, and the others lack nothing.
  bool is_complete() const {
    const bool has_all = std::any_of(divisions.begin(), divisions.end(),
                                     [](const ShareProgress& d) { return d.is_complete(); });
    return has_all && (divisions.size() == 1 || missing == 0);
  }
};

std::map<std::string, GridProgress> progress_of(const std::string& database,
                                                std::vector<ShareProgress> shares) {
  std::map<std::string, GridProgress> grids;
  if (shares.empty()) return grids;
  for (ShareProgress& division : shares) {
    grids[division.grid].divisions.push_back(std::move(division));
  }
  for (const StudyProgress& study : study_progress(open_reader(database))) {
    const auto grid = grids.find(study.name);
    if (grid == grids.end() || study.is_open) continue;
    grid->second.missing = std::max<std::int64_t>(0, study.declared - study.ended);
  }
  return grids;
}

// Of a complete grid, divisions that others have completed are left out.
std::string text_of(const std::string& name, const GridProgress& grid) {
  std::string text;
  for (const ShareProgress& division : grid.divisions) {
    if (grid.is_complete() && !division.is_complete()) continue;
    text += fmt::format("{}: {} of {} complete", name, division.complete,
                        text::counted(division.of, "share is", "shares are"));
    if (!division.is_complete()) text += "; not complete: " + lacking_text(division);
    text += "\n";
  }
  if (!grid.is_complete() && grid.missing > 0) {
    text +=
        fmt::format("{}: {} not come\n", name,
                    text::counted(static_cast<std::int64_t>(grid.missing), "run has", "runs have"));
  }
  return text;
}

// Collects, and tells what has not been told before.
class Collecting {
 public:
  Collecting(const CollectCommand& command, const InterruptCounter& interrupts)
      : interrupts_(interrupts),
        database_(command.database),
        collector_(command.database,
                   command.parts.empty() ? parts_folder(command.database)
                                         : std::filesystem::path(command.parts),
                   command.allow_network_file_system) {}

  void round() {
    const CollectRound found = collector_.round([this] { return interrupts_.has_come(); });
    for (const Collected& part : found.collected) print(part);
    is_damaged_ = false;
    for (const Refused& part : found.refused) {
      is_damaged_ |= part.fault.is_damage;
      const std::string text =
          fmt::format("{}: left there, not merged: {}\n", part.part.string(), part.fault.text);
      if (told_.insert(text).second) print_error("{}", text);
    }
    const auto grids = progress_of(database_, collector_.progress());
    std::string text;
    is_complete_ = !grids.empty();
    for (const auto& [name, grid] : grids) {
      text += text_of(name, grid);
      is_complete_ &= grid.is_complete();
    }
    if (std::exchange(told_progress_, text) != text) print_out("{}", text);
  }

  bool is_complete() const { return is_complete_; }
  bool is_damaged() const { return is_damaged_; }

 private:
  const InterruptCounter& interrupts_;
  std::string database_;
  Collector collector_;
  std::set<std::string> told_;
  std::string told_progress_;
  bool is_complete_ = false, is_damaged_ = false;
};

int collect(const CollectCommand& command) {
  const InterruptCounter interrupts;
  const auto every = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(command.every));
  Collecting collecting(command, interrupts);
  TaskOutlook outlook(command.database, schedulers_of(command.scheduler));
  std::string dead_end;
  while (true) {
    if (command.watch) outlook.ask();
    collecting.round();
    if (!command.watch || collecting.is_complete() || interrupts.has_come()) break;
    dead_end = outlook.dead_end();
    if (!dead_end.empty()) break;
    interrupts.wait(every);
    if (interrupts.has_come()) break;
  }
  if (collecting.is_damaged()) return kDamaged;
  if (interrupts.has_come()) return kInterrupted;
  if (!collecting.is_complete()) {
    print_error("not all shares are there; {}\n",
                dead_end.empty() ? "the same command goes on from here"
                                 : "no task is under way that could bring them: " + dead_end);
    return kSomeRunsFailed;
  }
  return tell_failures(command.database) ? kSomeRunsFailed : kOk;
}

}  // namespace

void add_collect(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "collect", "add the results that other machines have published", collect);
  line.add_option("database", command.database, "results database that is written")->required();
  line.add_option("--parts", command.parts, "folder of the parts (default: DATABASE.parts)");
  line.add_flag("--watch", command.watch,
                "go on until all shares are complete, no task is under way that could bring the "
                "rest, or Ctrl-C");
  line.add_option("--every", command.every, "with --watch: seconds between looks (default 10)")
      ->check(above_zero());
  add_scheduler(line, command.scheduler);
  add_network_option(line, command.allow_network_file_system);
}

}  // namespace skald
