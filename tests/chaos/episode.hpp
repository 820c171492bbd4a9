// One sweep: attacked, started again and again, finished undisturbed, then judged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "attacks.hpp"
#include "judge.hpp"
#include "report.hpp"

namespace skald::chaos {

// What all episodes share.
struct Arena {
  std::filesystem::path folder;  // for the episodes' folders
  std::uint64_t seed = 0;
  std::vector<Study> studies;
  std::map<std::string, test::Settled> undisturbed;  // by name of study
  std::vector<Attack> attacks;                       // the attacks to choose from
  double start_seconds = 0.1;                        // of a runner, as last measured
};

class Episode {
 public:
  // The arena's seed and `number` determine all decisions.
  Episode(const Arena& arena, std::uint64_t number, Report& report);

  // Throws Violation if a promise was not kept. Returns the seconds that a runner takes to start.
  double play();
  // What was decided and done, when, and how every runner ended.
  const std::string& history() const { return history_; }
  const std::filesystem::path& folder() const { return folder_; }
  // Removes the folder.
  void clear();

 private:
  Life draw_life();
  bool fits(const Attack& attack) const;
  void live(const Life& life);
  void restore_inputs() const;
  void require_nothing_lost();
  void require_no_process();
  void note(const std::string& line) { history_ += line + "\n"; }

  const Arena& arena_;
  Report& report_;
  Dice dice_;
  const Study& study_;
  std::filesystem::path folder_;
  std::vector<Attack> attacks_;
  bool on_small_disk_ = false;
  bool changes_inputs_ = false;
  std::optional<SmallDisk> disk_;
  test::StoredRuns stored_;
  std::string history_;
};

}  // namespace skald::chaos
