#include "account/account_question.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "privacy/trade_off.hpp"

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
  privacy::AccountingOptions options = scoped(question);
  options.pld.bracket = false;
  for (const double epsilon : curve_epsilons(top)) {
    const privacy::Guarantee at =
        privacy::delta({&answer.release, 1}, epsilon, question.accounting, options);
    curve.points.push_back({epsilon, at.delta});
  }
  curve.trade_off = trade_off_of(curve.points);
  return curve;
}

std::vector<double> curve_epsilons(double top) {
  constexpr int steps = 48;
  std::vector<double> epsilons;
  for (int i = 0; i <= steps; ++i) epsilons.push_back(1.2 * top * i / steps);
  return epsilons;
}

std::vector<TradeOff> trade_off_of(const std::vector<privacy::Budget>& points) {
  std::vector<TradeOff> all;
  for (const double alarms : privacy::usual_alarms()) {
    all.push_back({alarms, 1 - privacy::least_missed(points, alarms)});
  }
  return all;
}

}  // namespace skald
