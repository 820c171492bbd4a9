// A place where one database after another is attacked and opened.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "attack.hpp"
#include "verdict.hpp"

namespace skald::hostile {

// What became of one opening of one database.
struct Judged {
  std::vector<std::string> faults;
  Observed observed;
};

class TrialGround {
 public:
  // In an empty folder.
  TrialGround(std::filesystem::path folder, const Sample& sample, std::filesystem::path victim);

  // Makes the attacked database. Throws Impossible.
  void attack(const Attack& attack);
  // Opens a fresh copy of it.
  Judged open(const Opening& opening);

  const Ground& ground() const { return ground_; }

 private:
  void clear_home() const;
  std::vector<std::filesystem::path> read_by_libraries() const;
  std::vector<std::string> changed(const Opening& opening) const;
  Observed observed(const Opening& opening) const;

  std::filesystem::path folder_, attacked_;
  const Sample& sample_;
  Ground ground_;
};

// Makes what attacks aim at, and says what it looks like.
void make_victim(const std::filesystem::path& victim, const Sample& sample);
std::string state_of(const std::filesystem::path& victim);

}  // namespace skald::hostile
