#include "account/account_question.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

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
  return options;
}

double share(std::int64_t part, std::int64_t whole, const char* what) {
  if (part >= 1 && part <= whole) return static_cast<double>(part) / static_cast<double>(whole);
  throw std::invalid_argument(std::string(what) + " are " + std::to_string(part) + " of " +
                              std::to_string(whole) + ", expected 1 to all of them");
}

// For every epsilon, TPR <= delta(epsilon) + e^epsilon FPR and 1 - FPR <= delta(epsilon) +
// e^epsilon (1 - TPR).
double most_found(const std::vector<privacy::Budget>& points, double alarms) {
  double most = 1;
  for (const privacy::Budget& point : points) {
    const double grown = std::exp(point.epsilon);
    most = std::min({most, point.delta + grown * alarms, 1 - (1 - point.delta - alarms) / grown});
  }
  return most;
}

}  // namespace

privacy::Relation named_relation(std::string_view wanted) {
  using enum Relation;
  return named(wanted, std::array{add_remove, replace_one, zero_out});
}

privacy::Sampling named_sampling(std::string_view wanted) {
  using enum Sampling;
  return named(wanted, std::array{none, poisson, without_replacement, with_replacement});
}

Accounting named_accounting(std::string_view wanted) {
  using enum Accounting;
  return named(wanted, std::array{zcdp, rdp, pld, analytic, classical});
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
  PrivacyCurve curve;
  const double top = answer.guarantee.epsilon;
  if (!std::isfinite(top)) return curve;
  for (const double part : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2}) {
    const double epsilon = part * top;
    const privacy::Guarantee at =
        privacy::delta({&answer.release, 1}, epsilon, question.accounting, scoped(question));
    curve.points.push_back({epsilon, at.delta});
  }
  for (const double alarms : {1e-4, 1e-3, 0.01, 0.05, 0.1, 0.25, 0.5}) {
    curve.trade_off.push_back({alarms, most_found(curve.points, alarms)});
  }
  return curve;
}

std::vector<AccountQuestion> federated_questions(const FederatedSetting& setting,
                                                 const AccountQuestion& common) {
  const double taking_part = share(setting.participants, setting.clients, "participants");
  const double drawn = share(setting.batch, setting.examples, "a batch's records");
  AccountQuestion server = common;
  server.scope = {"record", "server"};
  server.release.rate = drawn;
  server.release.count = setting.rounds;
  server.release.steps = setting.local_steps;
  AccountQuestion observer = server;
  observer.scope.adversary = "observer";
  observer.release.round_rate = taking_part;
  AccountQuestion client = common;
  client.scope = {"client", "observer"};
  client.release.rate = taking_part;
  client.release.count = setting.rounds;
  return {server, observer, client};
}

}  // namespace skald
