#include "account/account_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "report/format_table.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

constexpr double kLargeDelta = 1e-3;

std::string short_number(double value) { return text::number_text(value, 6); }

// Writes a number as JSON; infinities as text.
std::string number_json(double value) {
  std::string text = text::number_text(value);
  if (std::isfinite(value)) return text;
  return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
}

// Returns the lower bound of eps; "null" if it is not known.
std::string json_low(const privacy::Guarantee& guarantee) {
  const bool known =
      guarantee.accounting == Accounting::pld || guarantee.accounting == Accounting::analytic;
  return known ? number_json(guarantee.epsilon_low) : "null";
}

std::string line(std::string_view name, const std::string& value, std::string_view note = "") {
  if (note.empty()) return fmt::format("  {:<18}{}\n", name, value);
  return fmt::format("  {:<18}{:<22}{}\n", name, value, note);
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

double multiplier(const privacy::NoisyRelease& release) {
  return release.noise_multiplier / privacy::distance_in_clips(release.relation);
}

// Breaks the text into lines of at most `width`, all but the first indented.
std::string wrapped(const std::string& text, std::size_t width) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const bool next = column > 0 && column + 1 + end - at > width;
    if (column > 0) out += next ? "\n  " : " ";
    column = next ? 0 : column + (column > 0 ? 1 : 0);
    out += text.substr(at, end - at);
    column += end - at;
    at = end + 1;
  }
  return out;
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
  if (sampled && g.accounting == Accounting::pld && !(g.epsilon_low > 0) && g.epsilon > 0) {
    all.push_back(
        "the losses are beyond what the accountant resolves: eps is that without "
        "sampling, rate " +
        short_number(release.rate) + " is given no credit");
  }
  return all;
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

}  // namespace

std::string account_text(const AccountAnswer& found) {
  const privacy::Guarantee& g = found.guarantee;
  const privacy::NoisyRelease& release = found.release;
  std::string text =
      fmt::format("eps = {} at delta = {}\n\n", short_number(g.epsilon), short_number(g.delta));
  if (g.epsilon_low > 0 && g.epsilon_low < g.epsilon) {
    text +=
        line("certified", short_number(g.epsilon_low) + " <= eps <= " + short_number(g.epsilon));
    text += line("", "for the dominating pair: the sampler at hand may reveal less");
  }
  text += line("noise multiplier", short_number(multiplier(release)),
               "standard deviation over L2 sensitivity");
  text +=
      line("noise over clip", short_number(release.noise_multiplier),
           privacy::distance_in_clips(release.relation) == 2 ? "a sensitivity is two clips" : "");
  const bool sampled = release.sampling != privacy::Sampling::none;
  text += line("sampling", std::string(privacy::name_of(release.sampling)),
               sampled ? "rate " + short_number(release.rate) : "");
  text += line("steps", std::to_string(release.count));
  text += line("relation", std::string(privacy::name_of(release.relation)),
               relation_note(release.relation));
  text += line("unit", g.scope.unit);
  text += line("adversary", g.scope.adversary, adversary_note(g.scope));
  text += line("accountant", std::string(privacy::name_of(g.accounting)), accountant_note(g));
  for (const std::string& remark : remarks(found)) text += "\n! " + wrapped(remark, 76) + "\n";
  return text;
}

std::string curve_text(const PrivacyCurve& curve) {
  std::string text = "\n  eps           delta         |  false alarms  found at most\n";
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    text += fmt::format("  {:<14}{:<14}|", short_number(curve.points[i].epsilon),
                        text::number_text(curve.points[i].delta, 4));
    if (i < curve.trade_off.size()) {
      text += fmt::format("  {:<14}{}", short_number(curve.trade_off[i].false_positive_rate),
                          text::number_text(curve.trade_off[i].true_positive_rate, 4));
    }
    text += "\n";
  }
  return text;
}

std::string account_json(const AccountAnswer& found, const PrivacyCurve* curve) {
  const privacy::Guarantee& g = found.guarantee;
  return fmt::format(
      "{{\"eps\": {}, \"eps_low\": {}, \"eps_high\": {}, \"delta\": {}, \"noise_multiplier\": {}, "
      "\"noise_over_clip\": {}, "
      "\"sampling\": \"{}\", \"rate\": {}, \"steps\": {}, \"relation\": \"{}\", \"unit\": \"{}\", "
      "\"adversary\": \"{}\", \"accountant\": \"{}\", \"order\": {}, \"interval\": {}{}}}\n",
      number_json(g.epsilon), json_low(g), number_json(g.epsilon), number_json(g.delta),
      number_json(multiplier(found.release)), number_json(found.release.noise_multiplier),
      privacy::name_of(found.release.sampling), number_json(found.release.rate),
      found.release.count, privacy::name_of(g.relation), g.scope.unit, g.scope.adversary,
      privacy::name_of(g.accounting), g.order > 0 ? number_json(g.order) : "null",
      g.interval > 0 ? number_json(g.interval) : "null", curve ? curve_json(*curve) : "");
}

record::ResultTable account_table(const std::vector<AccountAnswer>& answers) {
  record::ResultTable table;
  table.columns = {"unit",  "adversary", "sampling", "rate",   "rounds",
                   "steps", "noise",     "eps",      "eps_low"};
  for (const AccountAnswer& found : answers) {
    const privacy::Guarantee& g = found.guarantee;
    const bool known = g.epsilon_low > 0;
    table.rows.push_back({g.scope.unit, g.scope.adversary,
                          std::string(privacy::name_of(found.release.sampling)), found.release.rate,
                          found.release.count, found.release.steps, multiplier(found.release),
                          g.epsilon, known ? record::SqlValue(g.epsilon_low) : record::SqlValue()});
  }
  return table;
}

}  // namespace skald
