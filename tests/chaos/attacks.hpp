// The catalogue of attacks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dice.hpp"
#include "life.hpp"

namespace skald::chaos {

struct Attack {
  std::string name;
  int weight = 1;  // how often it is drawn, beside the others
  // Adds itself to a life of a runner of this study.
  std::function<void(Dice&, const Study&, Life&)> join;
  // Whether it can be made on this study, here.
  std::function<bool(const Study&)> fits = {};
  bool changes_inputs = false;  // then other runs than the study's may be stored on the way
  bool needs_small_disk = false;
};

// What happens to a runner at its start or under way.
std::vector<Attack> attacks();
// What ends its life; the runner is not there any more then, or ends by itself.
std::vector<Attack> endings();

}  // namespace skald::chaos
