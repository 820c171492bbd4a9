#include "report/posterior/posterior_summary.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "report/posterior/diagnostics.hpp"
#include "skald/parts/not_a_number.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr Measured kNothing{kNotANumber, kNotANumber};

CoefficientSummary without_numbers(std::string name, std::int64_t non_finite) {
  return {std::move(name), kNothing,    kNothing,    {kNothing, kNothing, kNothing},
          kNotANumber,     kNotANumber, kNotANumber, non_finite};
}

void require_draws(std::int64_t draws) {
  if (draws >= kFewestDraws) return;
  throw std::invalid_argument("found " + text::counted(draws, "draw") + " per chain, expected " +
                              std::to_string(kFewestDraws) +
                              " or more: keep more draws (a longer run, or a smaller run.thin)");
}

}  // namespace

CoefficientSummary summarise(std::string name, const Eigen::Ref<const Eigen::MatrixXd>& draws) {
  require_draws(draws.rows());
  const std::int64_t non_finite = draws.size() - draws.array().isFinite().count();
  if (non_finite > 0) return without_numbers(std::move(name), non_finite);
  const OrderedDraws ordered(draws);
  CoefficientSummary summary;
  summary.name = std::move(name);
  summary.mean = {draws.mean(), mean_error(draws)};
  summary.sd = {sd_of(draws), sd_error(draws)};
  for (std::size_t q = 0; q < kQuantiles.size(); ++q) {
    summary.quantiles[q] = {quantile_of(ordered, kQuantiles[q]),
                            quantile_error(ordered, kQuantiles[q])};
  }
  summary.bulk_ess = bulk_ess(draws);
  summary.tail_ess = tail_ess(ordered);
  summary.r_hat = rank_r_hat(ordered);
  return summary;
}

std::string coefficient_name(std::int64_t number) {
  return "theta[" + std::to_string(number) + "]";
}

}  // namespace skald::report
