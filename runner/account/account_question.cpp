#include "account/account_question.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "privacy/gaussian.hpp"
#include "skald/parts/privacy/correlated/factorisation.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

template <class Value, std::size_t count>
Value named(std::string_view wanted, const std::array<Value, count>& values) {
  for (const Value value : values) {
    if (privacy::name_of(value) == wanted) return value;
  }
  throw std::invalid_argument("there is no \"" + std::string(wanted) + "\" to account with");
}

privacy::AccountingOptions scoped(const AccountQuestion& question) {
  privacy::AccountingOptions options;
  options.scope = question.scope;
  options.pld.relative_error = question.relative_error;
  return options;
}

}  // namespace

privacy::Relation named_relation(std::string_view wanted) {
  using enum Relation;
  return named(wanted, std::array{add_remove, replace_one, zero_out});
}

privacy::Sampling named_sampling(std::string_view wanted) {
  using enum Sampling;
  return named(wanted,
               std::array{none, poisson, without_replacement, with_replacement, balls_in_bins});
}

Accounting named_accounting(std::string_view wanted) {
  using enum Accounting;
  return named(wanted, std::array{zcdp, rdp, pld, classical});
}

AccountAnswer answer(const AccountQuestion& question) {
  AccountAnswer result{question.release, {}};
  const privacy::AccountingOptions options = scoped(question);
  if (question.eps) {
    result.release.noise_multiplier *= privacy::noise_multiplier(
        {&question.release, 1}, {*question.eps, question.delta}, question.accounting, options);
  }
  result.guarantee =
      privacy::epsilon({&result.release, 1}, question.delta, question.accounting, options);
  return result;
}

PrivacyCurve privacy_curve(const AccountQuestion& question, const AccountAnswer& answer) {
  privacy::AccountingOptions options = scoped(question);
  options.pld.bracket = false;
  return curve_up_to(answer.guarantee.epsilon, [&](double epsilon) {
    return privacy::delta({&answer.release, 1}, epsilon, question.accounting, options).delta;
  });
}

PrivacyCurve curve_up_to(double top, const std::function<double(double epsilon)>& delta_at) {
  constexpr int steps = 48;
  PrivacyCurve curve;
  if (!std::isfinite(top)) return curve;
  for (int i = 0; i <= steps; ++i) {
    const double epsilon = 1.2 * top * i / steps;
    curve.points.push_back({epsilon, delta_at(epsilon)});
  }
  for (const double alarms : privacy::usual_alarms()) {
    curve.trade_off.push_back({alarms, 1 - privacy::least_missed(curve.points, alarms)});
  }
  return curve;
}

namespace {

using privacy::Relation;

double share(std::int64_t part, std::int64_t whole, const char* what) {
  if (part >= 1 && part <= whole) return static_cast<double>(part) / static_cast<double>(whole);
  throw std::invalid_argument(std::string(what) + " are " + std::to_string(part) + " of " +
                              std::to_string(whole) + ", expected 1 to all of them");
}

// With a relation that suits the sampling, and noise that counts in its sensitivities.
AccountQuestion under(const FederatedQuestion& asked, Sampling sampling, double rate) {
  AccountQuestion question = asked.common;
  privacy::NoisyRelease& release = question.release;
  const double multiplier = privacy::multiplier_per_distance(release);
  const bool poisson = sampling == Sampling::poisson;
  release.relation = asked.relation.value_or(poisson ? Relation::zero_out : Relation::replace_one);
  release.noise_multiplier = multiplier * privacy::distance_in_clips(release.relation);
  release.sampling = rate < 1 ? sampling : Sampling::none;
  release.rate = rate;
  release.count = asked.setting.rounds;
  return question;
}

PlacedQuestion placed(const char* noise_in, AccountQuestion question, const char* unit,
                      const char* adversary) {
  question.scope = {unit, adversary};
  return {noise_in, std::move(question)};
}

// The share of a client's records that a round of K minibatches uses.
double round_rate(const FederatedSetting& setting, Sampling sampling) {
  const double once = share(setting.batch, setting.examples, "a batch's records");
  const double all = once * static_cast<double>(setting.local_steps);
  if (sampling != Sampling::poisson || all <= 1) return std::min(1.0, all);
  throw std::invalid_argument("poisson sampling: K batches hold more than a client's " +
                              text::counted(setting.examples, "record") + ": lower K or b");
}

// Against an observer, who does not see which clients take part.
AccountQuestion unseen(AccountQuestion question, double taking_part) {
  question.release.round_rate = taking_part;
  return question;
}

}  // namespace

std::vector<PlacedQuestion> federated_questions(const FederatedQuestion& asked) {
  const FederatedSetting& setting = asked.setting;
  const double taking_part = share(setting.participants, setting.clients, "participants");
  const double drawn = share(setting.batch, setting.examples, "a batch's records");
  const Sampling scheme = asked.sampling.value_or(Sampling::without_replacement);
  const AccountQuestion upload = under(asked, scheme, round_rate(setting, scheme));
  AccountQuestion step = under(asked, scheme, drawn);
  step.release.steps = setting.local_steps;
  const AccountQuestion client = under(asked, scheme, taking_part);
  AccountQuestion shares = under(asked, Sampling::without_replacement, 1);
  return {placed("upload", upload, "record", "server"),
          placed("upload", unseen(upload, taking_part), "record", "observer"),
          placed("each step", step, "record", "server"),
          placed("each step", unseen(step, taking_part), "record", "observer"),
          placed("average", client, "client", "observer"),
          placed("shares", shares, "client", "server")};
}

record::ResultTable federated_table(const FederatedQuestion& asked) {
  record::ResultTable table;
  table.columns = {"unit", "adversary", "noise_in", "relation", "sampling",
                   "rate", "releases",  "noise",    "eps"};
  for (const PlacedQuestion& placed : federated_questions(asked)) {
    const AccountAnswer found = answer(placed.question);
    const privacy::Guarantee& g = found.guarantee;
    table.rows.push_back({g.scope.unit, g.scope.adversary, placed.noise_in,
                          std::string(privacy::name_of(g.relation)),
                          std::string(privacy::name_of(found.release.sampling)), found.release.rate,
                          found.release.count * found.release.steps,
                          privacy::multiplier_per_distance(found.release), g.epsilon});
  }
  return table;
}

record::ResultTable correlated_table(const FederatedSetting& setting,
                                     const AccountQuestion& question) {
  const double taking_part = share(setting.participants, setting.clients, "participants");
  const double rounds = static_cast<double>(setting.rounds);
  record::ResultTable table;
  table.columns = {"noise", "clients", "k", "b", "per_round", "prefix_max", "prefix_rms", "memory"};
  // Noise multipliers in clips, of independent noise.
  for (const Sampling scheme : {Sampling::poisson, Sampling::without_replacement}) {
    const AccountAnswer found = answer(under({setting, question, {}, {}}, scheme, taking_part));
    const double noise = found.release.noise_multiplier;
    table.rows.push_back({"independent", std::string(privacy::name_of(scheme)), record::SqlValue(),
                          record::SqlValue(), noise, noise * std::sqrt(rounds),
                          noise * std::sqrt((rounds + 1) / 2), std::int64_t{0}});
  }
  ParticipationLimit limit;
  limit.rounds = setting.rounds;
  limit.separation = std::max<std::int64_t>(1, setting.clients / setting.participants);
  limit.most = 1 + (setting.rounds - 1) / limit.separation;
  const double sigma = privacy::analytic_gaussian_sigma(question.eps.value(), question.delta);
  const auto add = [&](const std::string& name, const Factorisation& found) {
    const double noise = sigma * found.sensitivity;
    table.rows.push_back({name, "in turn", limit.most, limit.separation, noise,
                          noise * found.error.largest, noise * found.error.rms, found.memory});
  };
  for (const Correlation kind : correlations) {
    if (kind == Correlation::square_root && setting.rounds > 100'000) continue;
    add(std::string(name_of(kind)), factorise(kind, limit));
    if (kind != Correlation::banded && !is_buffered(kind)) continue;
    add(std::string(name_of(kind)) + ", max", factorise(kind, limit, {}, PrefixObjective::largest));
  }
  return table;
}

std::string correlated_remark(const FederatedSetting& setting) {
  const std::int64_t apart = setting.clients / setting.participants;
  if (std::min(apart, setting.rounds) <= most_usual_bands) return "";
  return fmt::format(
      "! banded takes {} at most, although clients are back after {} at the\n"
      "  soonest: more bands would need less noise. blt has no such limit.\n",
      text::counted(most_usual_bands, "band"), text::counted(apart, "round"));
}

}  // namespace skald
