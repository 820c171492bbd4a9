// skald account: privacy without a run.
#include "account.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "account_grid.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "store/format_table.hpp"

namespace skald {
namespace {

constexpr double kLargeDelta = 1e-3;

std::string short_number(double value) { return format_number(value, 6); }

// A number as JSON writes it; infinities as text.
std::string json_number(double value) {
  std::string text = format_number(value);
  if (std::isfinite(value)) return text;
  return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
}

// "null" for a bound that is not known.
std::string json_low(const privacy::Guarantee& guarantee) {
  const bool known = guarantee.accountant == privacy::Accountant::pld ||
                     guarantee.accountant == privacy::Accountant::analytic;
  return known ? json_number(guarantee.epsilon_low) : "null";
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

// What the unit's message changes by at most, which the noise multiplier is relative to.
double sensitivity_in_clips(const privacy::Release& release) {
  return privacy::distance_in_clips(release.relation);
}

double multiplier(const privacy::Release& release) {
  return release.noise_multiplier / sensitivity_in_clips(release);
}

// The text in lines of at most `width`, all but the first indented.
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

// What an answer does not say by itself.
std::vector<std::string> remarks(const AccountAnswer& found) {
  const privacy::Guarantee& g = found.guarantee;
  const privacy::Release& release = found.release;
  std::vector<std::string> all;
  if (g.delta > kLargeDelta) {
    all.push_back("delta " + short_number(g.delta) + " lets a mechanism publish one unit in " +
                  short_number(1 / g.delta) +
                  " outright; keep it well below 1 over the number of units");
  }
  const bool sampled = release.sampling != privacy::Sampling::none && release.rate < 1;
  if (sampled && g.accountant == privacy::Accountant::pld && !(g.epsilon_low > 0) &&
      g.epsilon > 0) {
    all.push_back(
        "the losses are beyond what the accountant resolves: eps is that without "
        "sampling, rate " +
        short_number(release.rate) + " is given no credit");
  }
  return all;
}

std::string accountant_note(const privacy::Guarantee& guarantee) {
  if (guarantee.accountant == privacy::Accountant::classical && std::isinf(guarantee.epsilon)) {
    return "its theorem needs eps <= 1 per step";
  }
  if (guarantee.order > 0) {
    return "at order " + short_number(guarantee.order) +
           (guarantee.order_at_end ? ", the end of its grid" : "");
  }
  return guarantee.interval > 0 ? "losses on a grid of " + short_number(guarantee.interval) : "";
}

std::string curve_json(const PrivacyCurve& curve) {
  std::string points, trade_off;
  for (const privacy::Budget& point : curve.points) {
    points += fmt::format("{}{{\"eps\": {}, \"delta\": {}}}", points.empty() ? "" : ", ",
                          json_number(point.epsilon), json_number(point.delta));
  }
  for (const TradeOff& point : curve.trade_off) {
    trade_off +=
        fmt::format("{}{{\"fpr\": {}, \"tpr\": {}}}", trade_off.empty() ? "" : ", ",
                    json_number(point.false_positive_rate), json_number(point.true_positive_rate));
  }
  return fmt::format(", \"curve\": [{}], \"trade_off\": [{}]", points, trade_off);
}

AccountQuestion question_of(const AccountCommand& command) {
  AccountQuestion question;
  question.delta = command.delta;
  question.eps = command.eps;
  question.accountant = named_accountant(command.accountant);
  question.release.relation = named_relation(command.relation);
  question.release.noise_multiplier =
      command.noise_multiplier.value_or(1) * sensitivity_in_clips(question.release);
  question.release.sampling = named_sampling(command.sampling);
  question.release.rate = command.rate.value_or(1);
  question.release.count = command.steps;
  return question;
}

// Options that would change nothing are mistakes.
void refuse_unused(const AccountCommand& command) {
  constexpr std::array<std::string_view, 4> of_grids{"grid", "--json", "--plugin-path",
                                                     "--allow-writable-plugins"};
  for (const std::string& option : command.given) {
    const bool is_of_grids = std::find(of_grids.begin(), of_grids.end(), option) != of_grids.end();
    if (!command.grid.empty() && !is_of_grids) {
      throw UsageError(option + " says nothing about the cells of a grid, which " + command.grid +
                       " describes: leave it out, or ask without the grid");
    }
    if (command.setting && option == "--curve") {
      throw UsageError(
          "--curve is of one guarantee, and a federated setting (-N, -S, -n, -b, -K, -R) has "
          "several: give --sampling, --rate and --steps of the one in its place");
    }
  }
}

void check(const AccountCommand& command) {
  if (command.eps.has_value() == command.noise_multiplier.has_value()) {
    throw UsageError(
        "give either --noise-multiplier (to learn eps) or --eps (to learn the noise), or a grid");
  }
  const bool sampled = command.sampling != "none";
  if (!command.setting && sampled != command.rate.has_value()) {
    throw UsageError(sampled ? "sampling " + command.sampling +
                                   " needs --rate, the share of the units in a sample"
                             : "--rate is given without --sampling poisson or without_replacement");
  }
  if (command.setting && (command.rate || command.steps != 1)) {
    throw UsageError("--rate and --steps follow from the federated setting: remove them");
  }
}

int account_setting(const AccountCommand& command) {
  AccountQuestion common = question_of(command);
  if (command.sampling == "none") {
    common.release.sampling = common.release.relation == privacy::Relation::add_remove
                                  ? privacy::Sampling::poisson
                                  : privacy::Sampling::without_replacement;
  }
  std::vector<AccountAnswer> answers;
  for (const AccountQuestion& question : federated_questions(*command.setting, common)) {
    answers.push_back(answer(question));
  }
  fmt::print("{}", format_table(account_table(answers),
                                command.json ? TableFormat::json : TableFormat::text));
  if (!command.json) {
    fmt::print(
        "\nrecord: the noise is in every local step; client: in the average of whole updates.\n"
        "The server sees who takes part, an observer of the model does not.\n");
  }
  return kOk;
}

}  // namespace

std::string account_text(const AccountAnswer& found) {
  const privacy::Guarantee& g = found.guarantee;
  const privacy::Release& release = found.release;
  std::string text =
      fmt::format("eps = {} at delta = {}\n\n", short_number(g.epsilon), short_number(g.delta));
  if (g.epsilon_low > 0 && g.epsilon_low < g.epsilon) {
    text +=
        line("certified", short_number(g.epsilon_low) + " <= eps <= " + short_number(g.epsilon));
    text += line("", "for the dominating pair: the sampler at hand may reveal less");
  }
  text += line("noise multiplier", short_number(multiplier(release)),
               "standard deviation over L2 sensitivity");
  text += line("noise over clip", short_number(release.noise_multiplier),
               sensitivity_in_clips(release) == 2 ? "a sensitivity is two clips" : "");
  const bool sampled = release.sampling != privacy::Sampling::none;
  text += line("sampling", std::string(privacy::name(release.sampling)),
               sampled ? "rate " + short_number(release.rate) : "");
  text += line("steps", std::to_string(release.count));
  text += line("relation", std::string(privacy::name(release.relation)),
               relation_note(release.relation));
  text += line("unit", g.scope.unit);
  text += line("adversary", g.scope.adversary, adversary_note(g.scope));
  text += line("accountant", std::string(privacy::name(g.accountant)), accountant_note(g));
  for (const std::string& remark : remarks(found)) text += "\n! " + wrapped(remark, 76) + "\n";
  return text;
}

std::string curve_text(const PrivacyCurve& curve) {
  std::string text = "\n  eps           delta         |  false alarms  found at most\n";
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    text += fmt::format("  {:<14}{:<14}|", short_number(curve.points[i].epsilon),
                        format_number(curve.points[i].delta, 4));
    if (i < curve.trade_off.size()) {
      text += fmt::format("  {:<14}{}", short_number(curve.trade_off[i].false_positive_rate),
                          format_number(curve.trade_off[i].true_positive_rate, 4));
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
      json_number(g.epsilon), json_low(g), json_number(g.epsilon), json_number(g.delta),
      json_number(multiplier(found.release)), json_number(found.release.noise_multiplier),
      privacy::name(found.release.sampling), json_number(found.release.rate), found.release.count,
      privacy::name(g.relation), g.scope.unit, g.scope.adversary, privacy::name(g.accountant),
      g.order > 0 ? json_number(g.order) : "null",
      g.interval > 0 ? json_number(g.interval) : "null", curve ? curve_json(*curve) : "");
}

ResultTable account_table(const std::vector<AccountAnswer>& answers) {
  ResultTable table;
  table.columns = {"unit",  "adversary", "sampling", "rate",   "rounds",
                   "steps", "noise",     "eps",      "eps_low"};
  for (const AccountAnswer& found : answers) {
    const privacy::Guarantee& g = found.guarantee;
    const bool known = g.epsilon_low > 0;
    table.rows.push_back({g.scope.unit, g.scope.adversary,
                          std::string(privacy::name(found.release.sampling)), found.release.rate,
                          found.release.count, found.release.steps, multiplier(found.release),
                          g.epsilon, known ? SqlValue(g.epsilon_low) : SqlValue()});
  }
  return table;
}

int account(const AccountCommand& command) {
  refuse_unused(command);
  if (!command.grid.empty()) return account_grid(command);
  check(command);
  if (command.setting) return account_setting(command);
  const AccountQuestion question = question_of(command);
  const AccountAnswer found = answer(question);
  if (!command.curve) {
    fmt::print("{}", command.json ? account_json(found, nullptr) : account_text(found));
    return kOk;
  }
  const PrivacyCurve curve = privacy_curve(question, found);
  fmt::print("{}",
             command.json ? account_json(found, &curve) : account_text(found) + curve_text(curve));
  return kOk;
}

}  // namespace skald
