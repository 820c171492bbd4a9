#include "report.hpp"

#include <fmt/core.h>

namespace skald::chaos {

std::string Report::table(double seconds) const {
  std::string text;
  for (const auto& [event, count] : events_) text += fmt::format("{:>8}  {}\n", count, event);
  text += fmt::format("{:>8}  kills in all, {:.1f} per second\n", kills_,
                      static_cast<double>(kills_) / seconds);
  for (const auto& [attack, reason] : skipped_) {
    text += fmt::format(" skipped  {}: {}\n", attack, reason);
  }
  return text;
}

}  // namespace skald::chaos
