#include "record/diagnosis.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include "text/number_text.hpp"

namespace skald::record {
namespace {

// R-hat takes two draws of each half of a chain; its ranks are taken of eight or more.
constexpr std::int64_t kFewestDraws = 8;

using text::counted;

std::int64_t wanted_ess(const Diagnostics& of) { return kLeastEssPerChain * of.chains; }

// Returns why R-hat says nothing, or "".
std::string why_unknown(const Diagnostics& of) {
  if (of.draws < kFewestDraws) return counted(of.draws, "draw");
  if (of.still > 0 && of.still == of.coordinates) return "stands still";
  if (of.still > 0) {
    return std::to_string(of.still) + " of " + counted(of.coordinates, "coordinate") +
           (of.still == 1 ? " stands still" : " stand still");
  }
  if (std::isnan(of.r_hat)) return "no R-hat";
  if (of.r_hat > kMostRHat) return "";
  if (std::isnan(of.ess)) return "no ESS";
  if (of.ess < static_cast<double>(wanted_ess(of))) {
    return "ESS " + text::fixed_text(of.ess, 0) + ", at least " + std::to_string(wanted_ess(of)) +
           " wanted";
  }
  return "";
}

}  // namespace

Diagnosis::State Diagnosis::state() const {
  if (!of_ || !why_unknown(*of_).empty()) return State::unknown;
  return of_->r_hat > kMostRHat ? State::bad : State::good;
}

bool Diagnosis::stands_still() const { return of_ && of_->draws >= kFewestDraws && of_->still > 0; }

std::string Diagnosis::reason() const {
  if (!of_) return "not measured";
  if (const std::string why = why_unknown(*of_); !why.empty()) return why;
  return state() == State::bad ? "R-hat " + text::number_text(of_->r_hat, 3) : "";
}

// Of chains of which a coordinate has not moved, what is computed as R-hat and ESS is a quotient of
// rounding errors.
std::optional<double> Diagnosis::known(double Diagnostics::*number) const {
  if (!of_ || std::isnan((*of_).*number)) return std::nullopt;
  if (number != &Diagnostics::acceptance && stands_still()) return std::nullopt;
  return (*of_).*number;
}

std::string_view name_of(Diagnosis::State state) {
  constexpr std::array<std::string_view, 3> names{"good", "unknown", "bad"};
  return names[static_cast<std::size_t>(state)];
}

const Diagnosis& worse(const Diagnosis& a, const Diagnosis& b) {
  if (a.state() != b.state()) return a.state() < b.state() ? b : a;
  return a.r_hat().value_or(0) < b.r_hat().value_or(0) ? b : a;
}

}  // namespace skald::record
