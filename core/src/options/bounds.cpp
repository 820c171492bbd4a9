#include "options/bounds.hpp"

#include <cmath>
#include <limits>

#include "text/number_text.hpp"

namespace skald::options {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Words {
  const char *above, *at_least, *below, *at_most;
};
constexpr Words kSentence{"above ", "at least ", "below ", "at most "};
constexpr Words kSymbols{"> ", ">= ", "< ", "<= "};

std::string text(const OptionInfo& option, const Words& words) {
  const bool has_minimum = option.minimum != -kInfinity || option.minimum_excluded;
  const bool has_maximum = option.maximum != kInfinity || option.maximum_excluded;
  const std::string minimum = text::number_text(option.minimum),
                    maximum = text::number_text(option.maximum);
  if (has_minimum && has_maximum) {
    return std::string("in ") + (option.minimum_excluded ? "(" : "[") + minimum + ", " + maximum +
           (option.maximum_excluded ? ")" : "]");
  }
  if (has_minimum) return (option.minimum_excluded ? words.above : words.at_least) + minimum;
  if (has_maximum && std::isinf(option.maximum)) return "finite";
  if (has_maximum) return (option.maximum_excluded ? words.below : words.at_most) + maximum;
  return "";
}

}  // namespace

bool in_range(const OptionInfo& option, double value) {
  const bool above = option.minimum_excluded ? value > option.minimum : value >= option.minimum;
  const bool below = option.maximum_excluded ? value < option.maximum : value <= option.maximum;
  return above && below;
}

std::string bounds_text(const OptionInfo& option) { return text(option, kSentence); }

std::string bounds_symbols(const OptionInfo& option) { return text(option, kSymbols); }

}  // namespace skald::options
