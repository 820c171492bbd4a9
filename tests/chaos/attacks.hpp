// The catalogue of attacks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dice.hpp"
#include "life.hpp"
#include "study.hpp"

namespace skald::chaos {

struct Attack {
  std::string name;
  int weight = 1;  // how often it is drawn, relative to the others
  // Adds the attack to a life of a runner of this study.
  std::function<void(Dice&, const Study&, Life&)> join;
  // Whether the attack is possible with this study and on this machine.
  std::function<bool(const Study&)> fits = {};
  bool changes_inputs = false;  // runs other than the study's may then be stored meanwhile
  bool needs_small_disk = false;
};

// Attacks on a runner at its start or while it works.
std::vector<Attack> attacks();
// Attacks that end a runner's life: the runner is killed or ends by itself.
std::vector<Attack> endings();

}  // namespace skald::chaos
