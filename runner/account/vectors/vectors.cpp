#include "account/vectors/vectors.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "account/account_rows.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

constexpr double kAlike = 1e-4;     // relative, above what is certified
constexpr double kRounding = 1e-6;  // relative, below what is attained: values are rounded
constexpr double kNothing = 1e-12;  // absolute

Verdict verdict_on(double eps, const privacy::Guarantee& bounds) {
  if (eps < bounds.epsilon_low * (1 - kRounding) - kNothing) return Verdict::below;
  return eps <= bounds.epsilon * (1 + kAlike) + kNothing ? Verdict::agrees : Verdict::looser;
}

record::SqlValue eps_of(const JudgedVector& one) {
  return when(one.vector.eps.has_value(), one.vector.eps.value_or(0));
}

record::SqlValue bound_of(const JudgedVector& one, double bound) {
  return when(one.why.empty(), bound);
}

record::SqlValue verdict_of(const JudgedVector& one) {
  return one.verdict ? record::SqlValue(std::string(name_of(*one.verdict))) : record::SqlValue();
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::agrees:
      return "agrees";
    case Verdict::looser:
      return "looser";
    case Verdict::below:
      return "below";
    case Verdict::not_covered:
      return "not covered";
  }
  return "unknown";
}

std::vector<JudgedVector> judged(const std::vector<AccountVector>& vectors, double relative_error) {
  std::vector<JudgedVector> all;
  for (const AccountVector& vector : vectors) {
    AccountQuestion question = vector.question;
    question.relative_error = relative_error;
    JudgedVector& found = all.emplace_back(JudgedVector{vector, {}, {}, {}});
    try {
      found.bounds = answer(question).guarantee;
      if (vector.eps) found.verdict = verdict_on(*vector.eps, found.bounds);
    } catch (const std::invalid_argument& refusal) {
      found.verdict = Verdict::not_covered;
      found.why = refusal.what();
    }
  }
  return all;
}

record::ResultTable table_of(const std::vector<JudgedVector>& vectors) {
  record::ResultTable table;
  table.columns = {"vector", "eps", "eps_low", "eps_high", "delta", "verdict"};
  for (const JudgedVector& one : vectors) {
    table.rows.push_back({static_cast<std::int64_t>(one.vector.number), eps_of(one),
                          bound_of(one, one.bounds.epsilon_low), bound_of(one, one.bounds.epsilon),
                          one.vector.question.delta, verdict_of(one)});
  }
  return table;
}

record::ResultTable full_table_of(const std::vector<JudgedVector>& vectors) {
  record::ResultTable table;
  table.columns = {"mechanism", "sampling", "relation", "rate",     "noise_multiplier", "steps",
                   "delta",     "eps",      "eps_low",  "eps_high", "verdict"};
  for (const JudgedVector& one : vectors) {
    const privacy::NoisyRelease& release = one.vector.question.release;
    table.rows.push_back({std::string(privacy::name_of(release.noise)),
                          std::string(privacy::name_of(release.sampling)),
                          std::string(privacy::name_of(release.relation)), release.rate,
                          privacy::multiplier_per_distance(release), release.count,
                          one.vector.question.delta, eps_of(one),
                          bound_of(one, one.bounds.epsilon_low), bound_of(one, one.bounds.epsilon),
                          verdict_of(one)});
  }
  return table;
}

std::size_t count(const std::vector<JudgedVector>& vectors, Verdict verdict) {
  return static_cast<std::size_t>(std::count_if(
      vectors.begin(), vectors.end(), [&](const auto& one) { return one.verdict == verdict; }));
}

std::string summary_of(const std::vector<JudgedVector>& vectors) {
  std::string text =
      fmt::format("{}: {} agree, {} looser, {} below a certified lower bound\n",
                  text::counted(vectors.size(), "vector"), count(vectors, Verdict::agrees),
                  count(vectors, Verdict::looser), count(vectors, Verdict::below));
  std::map<std::string, std::vector<std::size_t>> reasons;
  for (const JudgedVector& one : vectors) {
    if (!one.why.empty()) reasons[one.why].push_back(one.vector.number);
  }
  for (const auto& [why, numbers] : reasons) {
    const std::string others =
        numbers.size() == 1 ? "" : fmt::format(" and {} like it", numbers.size() - 1);
    text += fmt::format("vector {}{} not covered: {}\n", numbers.front(), others, why);
  }
  return text;
}

}  // namespace skald
