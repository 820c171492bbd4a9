#include "report/posterior/posterior_warnings.hpp"

#include <algorithm>
#include <functional>

#include "record/diagnosis.hpp"
#include "text/counted.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

using record::kLeastEssPerChain;
using record::kMostRHat;

// The coefficients that fail a test, and the worst of them.
struct Failing {
  std::size_t count = 0;
  const CoefficientSummary* worst = nullptr;
};

// `excess` is positive where a coefficient fails, and larger where it fails more; NaN fails
// nothing.
Failing failing(const PosteriorSummary& summary,
                const std::function<double(const CoefficientSummary&)>& excess) {
  Failing found;
  for (const CoefficientSummary& each : summary.coefficients) {
    if (!(excess(each) > 0)) continue;
    ++found.count;
    if (found.worst == nullptr || excess(each) > excess(*found.worst)) found.worst = &each;
  }
  return found;
}

// Returns "3 of 20 coefficients".
std::string share_of(const Failing& found, const PosteriorSummary& summary) {
  const std::size_t all = summary.coefficients.size();
  return std::to_string(found.count) + " of " + std::to_string(all) + " coefficient" +
         (all == 1 ? "" : "s");
}

double least_ess(const CoefficientSummary& c) { return std::min(c.bulk_ess, c.tail_ess); }

std::string few_draws(std::int64_t draws) {
  if (draws >= kLeastEssPerChain) return "make the run longer";
  return "only " + text::counted(draws, "draw per chain was", "draws per chain were") +
         " kept: keep more (a longer run, or a smaller run.thin)";
}

void add_non_finite(const PosteriorSummary& summary, std::vector<std::string>& warnings) {
  const Failing found =
      failing(summary, [](const auto& c) { return static_cast<double>(c.non_finite); });
  if (found.count == 0) return;
  warnings.push_back("Draws of " + share_of(found, summary) +
                     " are not finite: the chains left every bound. Choose a smaller step.");
}

void add_r_hat(const PosteriorSummary& summary, std::vector<std::string>& warnings) {
  const Failing found = failing(summary, [](const auto& c) { return c.r_hat - kMostRHat; });
  if (found.count == 0) return;
  warnings.push_back(
      "R-hat is above " + text::number_text(kMostRHat, 4) + " for " + share_of(found, summary) +
      ", most for " + found.worst->name + " (" + text::number_text(found.worst->r_hat, 4) +
      "): the chains do not agree yet, and the errors are too small. Make the run or "
      "its burn_in longer, or start nearer to the mode.");
}

void add_ess(const PosteriorSummary& summary, std::vector<std::string>& warnings) {
  const auto least = static_cast<double>(kLeastEssPerChain * summary.chains);
  const Failing found = failing(summary, [&](const auto& c) { return least - least_ess(c); });
  if (found.count == 0) return;
  const bool is_tail = found.worst->tail_ess < found.worst->bulk_ess;
  warnings.push_back(
      "The effective sample size is below " + std::to_string(kLeastEssPerChain) +
      " per chain for " + share_of(found, summary) + ", least for " + found.worst->name + " (" +
      text::fixed_text(least_ess(*found.worst), 0) + (is_tail ? " in the tails" : " in the bulk") +
      "): R-hat and the errors are not reliable. The remedy: " + few_draws(summary.draws) + ".");
}

void add_chains(const PosteriorSummary& summary, std::vector<std::string>& warnings) {
  if (summary.chains > 1) return;
  warnings.emplace_back(
      "There is one chain, so that R-hat compares only its halves. \"chains\": 4 in the grid's run "
      "shows whether others arrive elsewhere.");
}

}  // namespace

std::vector<std::string> posterior_warnings(const PosteriorSummary& summary) {
  std::vector<std::string> warnings;
  add_non_finite(summary, warnings);
  add_r_hat(summary, warnings);
  add_ess(summary, warnings);
  add_chains(summary, warnings);
  return warnings;
}

}  // namespace skald::report
