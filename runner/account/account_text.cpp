#include "account/account_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "grids/sweep_runs.hpp"
#include "json/json.hpp"
#include "report/table_writer.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr double kLargeDelta = 1e-3;

// Returns the lower bound of eps; "null" if it is not known.
std::string json_low(const privacy::Guarantee& guarantee) {
  return guarantee.accounting == Accounting::pld ? number_json(guarantee.epsilon_low) : "null";
}

// The steps that noise is added to, and the share of them that a unit is in.
double steps_of(const privacy::NoisyRelease& release) {
  const double sums = privacy::is_epoch(release) ? static_cast<double>(bins_of(release)) : 1;
  return sums * privacy::repetitions(release);
}
double share_of(const privacy::NoisyRelease& release) {
  return release.rate * privacy::presences(release);
}

std::string sampling_note(const privacy::NoisyRelease& release) {
  if (release.sampling == privacy::Sampling::none) return "";
  if (!privacy::is_epoch(release)) return "rate " + short_number(release.rate);
  return fmt::format("a unit in {} of {}", release.draws, text::counted(bins_of(release), "step"));
}

// Whether eps is that of releases that everybody is in.
bool counts_everybody(const AccountAnswer& found) {
  privacy::NoisyRelease open = found.release;
  // A sample of fixed size is accounted for as if a unit took the place of another.
  if (privacy::is_fixed_size(open)) open.relation = privacy::Relation::replace_one;
  if (privacy::is_epoch(open)) open.count *= std::exchange(open.draws, 1);
  open.sampling = privacy::Sampling::none;
  open.rate = open.round_rate = 1;
  constexpr double rounded = 1 - 1e-9;
  return found.guarantee.epsilon >=
         rounded * privacy::epsilon({&open, 1}, found.guarantee.delta, Accounting::pld).epsilon;
}

// Returns what the reader should know beside the numbers of an answer.
std::vector<std::string> remarks(const AccountAnswer& found) {
  const privacy::Guarantee& g = found.guarantee;
  const privacy::NoisyRelease& release = found.release;
  std::vector<std::string> all;
  if (g.delta > kLargeDelta) {
    all.push_back("delta " + short_number(g.delta) + " lets a mechanism publish one unit in " +
                  short_number(1 / g.delta) +
                  " outright; keep it well below 1 over the number of units");
  }
  const bool sampled = release.sampling != privacy::Sampling::none && release.rate < 1;
  const bool open = sampled && g.accounting == Accounting::pld && g.epsilon > 0 &&
                    !(g.epsilon_low > 0) && counts_everybody(found);
  if (open) {
    all.push_back(
        "the losses are beyond what the accountant resolves: eps is that without "
        "sampling, rate " +
        short_number(share_of(release)) + " is given no credit");
  }
  all.insert(all.end(), found.warnings.begin(), found.warnings.end());
  return all;
}

std::string warnings_json(const AccountAnswer& found) {
  std::string text;
  for (const std::string& remark : remarks(found))
    text += (text.empty() ? "" : ", ") + json::write_json(remark);
  return text;
}

}  // namespace

std::string curve_json(const PrivacyCurve& curve) {
  std::string points, trade_off;
  for (const privacy::Budget& point : curve.points) {
    points += fmt::format("{}{{\"eps\": {}, \"delta\": {}}}", points.empty() ? "" : ", ",
                          number_json(point.epsilon), number_json(point.delta));
  }
  for (const TradeOff& point : curve.trade_off) {
    trade_off +=
        fmt::format("{}{{\"fpr\": {}, \"tpr\": {}}}", trade_off.empty() ? "" : ", ",
                    number_json(point.false_positive_rate), number_json(point.true_positive_rate));
  }
  return fmt::format(", \"curve\": [{}], \"trade_off\": [{}]", points, trade_off);
}

std::string account_text(const AccountAnswer& found) {
  const privacy::Guarantee& g = found.guarantee;
  const privacy::NoisyRelease& release = found.release;
  std::string text =
      fmt::format("eps = {} at delta = {}\n\n", short_number(g.epsilon), short_number(g.delta));
  text += certified_lines(g, "the sampler at hand");
  text += fact_line("noise multiplier", short_number(privacy::multiplier_per_distance(release)),
                    "standard deviation over L2 sensitivity");
  text += fact_line(
      "noise over clip", short_number(release.noise_multiplier),
      privacy::distance_in_clips(release.relation) == 2 ? "a sensitivity is two clips" : "");
  text += fact_line("sampling", std::string(privacy::name_of(release.sampling)),
                    sampling_note(release));
  text += fact_line("steps", fmt::format("{:.0f}", steps_of(release)));
  text += fact_line("relation", std::string(privacy::name_of(release.relation)),
                    relation_note(release.relation));
  text += fact_line("unit", g.scope.unit);
  text += fact_line("adversary", g.scope.adversary, adversary_note(g.scope));
  text += fact_line("accountant", std::string(privacy::name_of(g.accounting)), accountant_note(g));
  for (const std::string& remark : remarks(found))
    text += "\n! " + text::wrapped(remark, 76) + "\n";
  return text;
}

std::string curve_text(const PrivacyCurve& curve) {
  constexpr std::size_t shown = 4;  // every fourth point
  const std::size_t points = (curve.points.size() + shown - 1) / shown;
  std::string text = "\n  eps           delta         |  false alarms  found at most\n";
  for (std::size_t i = 0; i < std::max(points, curve.trade_off.size()); ++i) {
    const bool has_point = i < points;
    const privacy::Budget point = has_point ? curve.points[shown * i] : privacy::Budget{};
    std::string line = fmt::format("  {:<14}{:<14}|", has_point ? short_number(point.epsilon) : "",
                                   has_point ? text::number_text(point.delta, 4) : "");
    if (i < curve.trade_off.size()) {
      line += fmt::format("  {:<14}{}", short_number(curve.trade_off[i].false_positive_rate),
                          text::number_text(curve.trade_off[i].true_positive_rate, 4));
    }
    text += line + "\n";
  }
  return text;
}

record::ResultTable trade_off_table(const PrivacyCurve& curve) {
  record::ResultTable table;
  table.columns = {"false_alarms", "found_at_most", "missed_at_least"};
  for (const TradeOff& point : curve.trade_off) {
    table.rows.push_back(
        {point.false_positive_rate, point.true_positive_rate, 1 - point.true_positive_rate});
  }
  return table;
}

std::string account_json(const AccountAnswer& found, const PrivacyCurve* curve) {
  const privacy::Guarantee& g = found.guarantee;
  return fmt::format(
      "{{\"eps\": {}, \"eps_low\": {}, \"eps_high\": {}, \"delta\": {}, \"noise_multiplier\": {}, "
      "\"noise_over_clip\": {}, "
      "\"sampling\": \"{}\", \"rate\": {}, \"steps\": {:.0f}, \"relation\": \"{}\", \"unit\": "
      "\"{}\", "
      "\"adversary\": \"{}\", \"accountant\": \"{}\", \"order\": {}, \"interval\": {}, "
      "\"warnings\": [{}]{}}}\n",
      number_json(g.epsilon), json_low(g), number_json(g.epsilon), number_json(g.delta),
      number_json(privacy::multiplier_per_distance(found.release)),
      number_json(found.release.noise_multiplier), privacy::name_of(found.release.sampling),
      number_json(share_of(found.release)), steps_of(found.release), privacy::name_of(g.relation),
      g.scope.unit, g.scope.adversary, privacy::name_of(g.accounting),
      g.order > 0 ? number_json(g.order) : "null",
      g.interval > 0 ? number_json(g.interval) : "null", warnings_json(found),
      curve ? curve_json(*curve) : "");
}

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
