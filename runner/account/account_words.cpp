#include "account/account_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "grids/sweep_runs.hpp"
#include "text/number_text.hpp"
#include "text/wrapped.hpp"

namespace skald {

std::string setting_of(const grid::Cell& cell) {
  const std::string place = place_of(cell);
  return place.empty() ? "the only cell" : place;
}

std::string short_number(double value) { return text::number_text(value, 6); }

std::string number_json(double value) {
  std::string text = text::number_text(value);
  if (std::isfinite(value)) return text;
  return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
}

std::string fact_line(std::string_view name, const std::string& value, std::string_view note) {
  if (note.empty()) return fmt::format("  {:<18}{}\n", name, value);
  return fmt::format("  {:<18}{:<22}{}\n", name, value, note);
}

std::string certified_lines(const privacy::Guarantee& g, const char* what_may_reveal_less) {
  std::string bracket;
  if (g.epsilon_low > 0 && g.epsilon_low < g.epsilon) {
    bracket = short_number(g.epsilon_low) + " <= eps <= " + short_number(g.epsilon);
  } else if (g.delta_low > 0 && g.delta_low < g.delta) {
    bracket = short_number(g.delta_low) + " <= delta <= " + short_number(g.delta);
  }
  if (bracket.empty()) return "";
  return fact_line("certified", bracket) +
         fact_line(
             "", fmt::format("for the dominating pair: {} may reveal less", what_may_reveal_less));
}

std::string adversary_note(const privacy::Scope& scope) {
  return scope.adversary == "server" ? "sees every message" : "sees the model, not who takes part";
}

std::string relation_note(privacy::Relation relation) {
  switch (relation) {
    case privacy::Relation::add_remove:
      return "sums differ by one clip";
    case privacy::Relation::replace_one:
      return "sums differ by two clips";
    case privacy::Relation::zero_out:
      return "sums differ by one clip, size public";
  }
  return "";
}

std::string accountant_note(const privacy::Guarantee& guarantee) {
  if (guarantee.accounting == Accounting::classical && std::isinf(guarantee.epsilon)) {
    return "its theorem needs eps <= 1 per step";
  }
  if (guarantee.order > 0) {
    return "at order " + short_number(guarantee.order) +
           (guarantee.order_at_end ? ", the end of its grid" : "");
  }
  return guarantee.interval > 0 ? "losses in steps of " + short_number(guarantee.interval) : "";
}

std::string beside(const std::string& text) {
  constexpr std::size_t width = 80 - kBesideWidth;
  return std::string(kBesideWidth, ' ') + text::wrapped(text, width, kBesideWidth) + "\n";
}

}  // namespace skald
