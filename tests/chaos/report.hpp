// What was done, how often.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace skald::chaos {

class Report {
 public:
  void count(const std::string& event) { ++events_[event]; }
  // A SIGKILL, or a death at a crash point: these are counted together too.
  void count_kill(const std::string& event) {
    count(event);
    ++kills_;
  }
  void skip(const std::string& attack, const std::string& reason) { skipped_[attack] = reason; }

  std::size_t kills() const { return kills_; }
  // The table, for a sweep of attacks of so many seconds.
  std::string table(double seconds) const;

 private:
  std::map<std::string, std::size_t> events_;
  std::map<std::string, std::string> skipped_;
  std::size_t kills_ = 0;
};

}  // namespace skald::chaos
