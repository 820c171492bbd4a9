#include "run/accounts/known_accounts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "linear/matrices.hpp"
#include "privacy/events/last_iterate.hpp"
#include "skald/extensions/descent_chain.hpp"
#include "skald/extensions/gradient_distance.hpp"
#include "text/number_text.hpp"

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

namespace {

using Account = text::Result<ShownEndAccount>;

constexpr double kRoundedUp = 1 + 1e-7;

bool shows_average(const problem::ShownEnd& end) { return end.averaged_after.has_value(); }

std::string only_the_end(const problem::ShownEnd& end) {
  return std::string("Nothing of the run is shown but ") +
         (shows_average(end) ? "the average of each chain: no message, no state, "
                             : "the last state of each chain: no message, no earlier state, ") +
         "and nothing measured of them. Whoever holds the rows and adds the noise is trusted, and "
         "all noise stays secret. ";
}

template <class E>
const E* extension_of(const Problem& problem) {
  return static_cast<const E*>(problem.model_extension(E::id));
}

Release release_of(Index client, double mu) {
  return {.client = client,
          .relation = Relation::replace_one,
          .count = 1,
          .own_noise = 1 / (mu * kRoundedUp)};
}

// What a record tells that moves grad U by as much as any may, of information about moves of grad
// U: a record of precision P that moves by v moves it by P v, and v may have any direction.
double information_of(const Eigen::MatrixXd& information, const Eigen::MatrixXd& precision) {
  const Eigen::MatrixXd of_record = precision * information * precision;
  const double longest = linear::eigenvalues(precision).maxCoeff();
  return linear::eigenvalues((of_record + of_record.transpose()) / 2).maxCoeff() /
         (longest * longest);
}

Account exact(const Sampler& sampler, const Problem& problem,
              const std::optional<oracles::GaussianProblem>& gaussian,
              const problem::ShownEnd& end) {
  const auto* posterior = extension_of<GaussianPosterior>(problem);
  if (!gaussian || posterior == nullptr || !posterior->equal_curvatures()) {
    return text::no_value(
        "a record may move more than the linear part of U: take the model gaussian, all rows with "
        "one precision");
  }
  const double distance = gradient_distance_of_rows(problem);
  if (std::isinf(distance)) {
    return text::no_value("nothing bounds how far a record moves grad U: set model.row_bound");
  }
  const auto information = problem::shown_end_information(sampler, problem, *gaussian, end);
  if (!information) return text::no_value(information.reason());
  const Eigen::MatrixXd row =
      gaussian->precision() / static_cast<double>(problem.examples(Problem::everyone));
  ShownEndAccount account;
  account.is_exact = true;
  if (shows_average(end)) account.reader = kReaderOfAverage;
  for (Index c = 0; c < problem.clients(); ++c) {
    const Eigen::MatrixXd& of_client = (*information)[static_cast<std::size_t>(c)];
    if (problem.examples(c) == 0) continue;
    account.releases.push_back(release_of(c, distance * std::sqrt(information_of(of_client, row))));
  }
  account.premises = only_the_end(end) + "That is the law of " +
                     (shows_average(end) ? "the average" : "the last state") +
                     " itself, of rows within model.row_bound. ";
  return account;
}

struct Curvature {
  double least, most;
};

// Of U, whatever the rows, of which as many are as now.
text::Result<Curvature> curvature_of(const Problem& problem, bool is_clipped) {
  const auto* curvature = extension_of<PublicCurvature>(problem);
  const bool is_convex = curvature != nullptr &&
                         (is_clipped ? curvature->convex_when_clipped() : curvature->convex_rows());
  if (!is_convex) {
    return text::no_value(is_clipped ? "the model's rows are not convex when they are clipped"
                                     : "the model's rows are not convex");
  }
  const double row = curvature->largest_row_curvature();
  if (std::isinf(row)) {
    return text::no_value("nothing bounds the curvature of a row: set model.row_bound");
  }
  const CurvatureBounds::Bounds prior = curvature->prior();
  if (!(prior.m > 0)) {
    return text::no_value("no prior makes U strongly convex: set model.prior_precision above 0");
  }
  const auto rows = static_cast<double>(problem.examples(Problem::everyone));
  return Curvature{prior.m, prior.L + rows * row};
}

Account bounded(const Sampler& sampler, const Problem& problem, const problem::ShownEnd& end) {
  if (shows_average(end)) {
    return text::no_value("none is below that of all states, which holds for averages, too");
  }
  DescentStep step;
  const auto* chain = dynamic_cast<const DescentChain*>(&sampler);
  if (chain == nullptr || !chain->describe(problem, step)) {
    return text::no_value(
        "the sampler's iterations are not all noisy gradient steps on U: take ula, or fa_ld with K "
        "1, a constant step, all clients and no batch");
  }
  const bool is_clipped = std::isfinite(step.clip);
  const double distance = is_clipped ? 2 * step.clip : gradient_distance_of_rows(problem);
  if (std::isinf(distance)) {
    return text::no_value(
        "nothing bounds how far a record moves grad U: take a sampler with a clip, and set it");
  }
  const double deviation = std::sqrt(2 * step.step * step.temp);
  if (!(deviation > 0)) return text::no_value("there is no noise: set sampler.temp above 0");
  const auto curvature = curvature_of(problem, is_clipped);
  if (!curvature) return text::no_value(curvature.reason());
  if (!(step.step * curvature->most <= 2)) {
    return text::no_value("steps may move two states apart: set sampler.step to at most " +
                          text::number_text(2 / curvature->most, 4) +
                          ", for the largest curvature that rows could have");
  }
  const double contraction = std::max(std::abs(1 - step.step * curvature->least),
                                      std::abs(1 - step.step * curvature->most));
  const double multiplier = deviation / (step.step * distance);
  const double mu = privacy::last_iterate_mu(
      {.noise_multiplier = multiplier, .contraction = contraction, .steps = end.iterations});
  ShownEndAccount account;
  account.releases = {release_of(-1, mu)};
  account.premises = only_the_end(end) +
                     "That is a bound for any rows, under which steps contract by " +
                     text::number_text(contraction, 6) + ". ";
  return account;
}

}  // namespace

ShownEndAccount account_shown_end(const Sampler& sampler, const Problem& problem,
                                  const std::optional<oracles::GaussianProblem>& gaussian,
                                  const problem::ShownEnd& end) {
  Account account = exact(sampler, problem, gaussian, end);
  if (account) return *std::move(account);
  Account bound = bounded(sampler, problem, end);
  if (bound) return *std::move(bound);
  const bool average = shows_average(end);
  throw std::invalid_argument(std::string("run.publish is ") + (average ? "average" : "last") +
                              ", and what " + (average ? "the average" : "the last state") +
                              " alone tells is known neither exactly (" + account.reason() +
                              ") nor by a bound (" + bound.reason() +
                              "); otherwise set run.publish to all");
}

}  // namespace skald::run
