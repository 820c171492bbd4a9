#include "bounds/conditions.hpp"

#include <cmath>

#include "text/number_text.hpp"

namespace skald::bounds {
namespace {

std::string shown(double value) { return text::number_text(value, 4); }

}  // namespace

Conditions& Conditions::require(bool holds, const char* name, double value,
                                const std::string& expected) {
  if (!holds && broken_.empty()) {
    broken_ = std::string(name) + " is " + shown(value) + ", expected " + expected;
  }
  return *this;
}

Conditions& Conditions::positive(const char* name, double value) {
  return require(value > 0 && std::isfinite(value), name, value, "a number above 0");
}

Conditions& Conditions::not_negative(const char* name, double value) {
  return require(value >= 0 && std::isfinite(value), name, value, "a number of at least 0");
}

Conditions& Conditions::within(const char* name, double value, double low, double high) {
  return require(value >= low && value <= high, name, value, shown(low) + " to " + shown(high));
}

Conditions& Conditions::at_most(const char* name, double value, const char* formula, double limit) {
  return require(value <= limit, name, value,
                 std::string("at most ") + formula + " = " + shown(limit));
}

Conditions& Conditions::below(const char* name, double value, const char* formula, double limit) {
  return require(value < limit, name, value,
                 std::string("below ") + formula + " = " + shown(limit));
}

}  // namespace skald::bounds
