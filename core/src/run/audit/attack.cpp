#include "run/audit/attack.hpp"

#include "text/number_text.hpp"

namespace skald::run {

std::string attack_words(Attack attack, const std::string& unit, std::int64_t runs) {
  const std::string half = " in half of " + text::counted(runs, "run");
  switch (attack) {
    case Attack::canary:
      return "a canary as " + unit + half;
    case Attack::clipping:
      return "what the model's own clipping makes of " + unit + ", in every local step," + half;
    case Attack::growth:
      return "a canary as " + unit + half +
             ", from a start at which the client's other rows drive local steps apart once the "
             "canary has moved one";
    case Attack::stored:
      return "what is stored of " + text::counted(runs, "run") + ", in half of which " + unit +
             " is a canary";
  }
  return "";
}

}  // namespace skald::run
