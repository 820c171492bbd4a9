#include "account/account_question.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

#include "privacy/gaussian.hpp"

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

}  // namespace skald
