// Counts what was done.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace skald::chaos {

class Report {
 public:
  void count(const std::string& event) { ++events_[event]; }
  // Counts a SIGKILL, or a death at a crash point; the two are also counted together.
  void count_kill(const std::string& event) {
    count(event);
    ++kills_;
  }
  void skip(const std::string& attack, const std::string& reason) { skipped_[attack] = reason; }

  // The counts as a table, for attacks that took that many seconds.
  std::string table(double seconds) const;

 private:
  std::map<std::string, std::size_t> events_;
  std::map<std::string, std::string> skipped_;
  std::size_t kills_ = 0;
};

}  // namespace skald::chaos
