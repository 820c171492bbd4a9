#include "run/accounts/known_accounts.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace skald::run {
namespace {

constexpr std::size_t kMostKept = 512;

// Everything that an answer follows from, as numbers.
using Question = std::vector<double>;

Question question_of(const std::vector<privacy::NoisyRelease>& releases, double epsilon,
                     double delta, privacy::Accounting accounting) {
  Question question{epsilon, delta, static_cast<double>(accounting)};
  // By a binding, so that a new member of a release does not compile until it is part of this.
  for (const auto& [multiplier, sampling, rate, count, relation, round_rate, steps, coin, noise,
                    draws] : releases) {
    question.insert(
        question.end(),
        {multiplier, static_cast<double>(sampling), rate, static_cast<double>(count),
         static_cast<double>(relation), round_rate, static_cast<double>(steps),
         static_cast<double>(coin), static_cast<double>(noise), static_cast<double>(draws)});
  }
  return question;
}

template <class Answer>
class Known {
 public:
  template <class Ask>
  Answer answer(Question question, Ask ask) {
    {
      const std::lock_guard guard(lock_);
      const auto found = answers_.find(question);
      if (found != answers_.end()) return found->second;
    }
    const Answer answer = ask();
    const std::lock_guard guard(lock_);
    if (answers_.size() >= kMostKept) answers_.clear();
    answers_.emplace(std::move(question), answer);
    return answer;
  }

 private:
  std::mutex lock_;
  std::map<Question, Answer> answers_;
};

}  // namespace

privacy::Guarantee known_epsilon(const std::vector<privacy::NoisyRelease>& releases, double delta,
                                 privacy::Accounting accounting, const privacy::Scope& scope) {
  static Known<privacy::Guarantee> known;
  privacy::Guarantee guarantee = known.answer(question_of(releases, 0, delta, accounting), [&] {
    return privacy::epsilon(releases, delta, accounting);
  });
  guarantee.scope = scope;
  return guarantee;
}

double known_multiplier(const std::vector<privacy::NoisyRelease>& plan,
                        const privacy::Budget& budget, privacy::Accounting accounting) {
  static Known<double> known;
  return known.answer(question_of(plan, budget.epsilon, budget.delta, accounting),
                      [&] { return privacy::noise_multiplier(plan, budget, accounting); });
}

}  // namespace skald::run
