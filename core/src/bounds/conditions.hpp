// The conditions of a theorem: the first one that does not hold is the reason for no bound.
#pragma once

#include <string>

namespace skald::bounds {

class Conditions {
 public:
  // The constant `name` lies in (0, infinity), or [0, infinity).
  Conditions& positive(const char* name, double value);
  Conditions& not_negative(const char* name, double value);
  // low <= value <= high.
  Conditions& within(const char* name, double value, double low, double high);
  // value <= limit, or value < limit; `formula` is the limit in the paper's terms.
  Conditions& at_most(const char* name, double value, const char* formula, double limit);
  Conditions& below(const char* name, double value, const char* formula, double limit);

  bool hold() const { return broken_.empty(); }
  // "step is 0.3, expected at most 1 / (2 L) = 0.25"; "" if all hold.
  const std::string& broken() const { return broken_; }

 private:
  Conditions& require(bool holds, const char* name, double value, const std::string& expected);

  std::string broken_;
};

}  // namespace skald::bounds
