#include "database/posterior.hpp"

#include <algorithm>

#include "database/kept_draws.hpp"

namespace skald {

std::optional<report::PosteriorSummary> posterior_of(const store::StoreReader& reader,
                                                     const std::string& hash, std::int64_t most) {
  const auto draws = read_kept_draws(reader, hash);
  if (!draws) return std::nullopt;
  report::PosteriorSummary summary{draws->chains(), draws->draws(), draws->dimension(), {}};
  const std::int64_t each = draws->chains() * draws->draws();
  const std::int64_t count = std::min(draws->dimension(), std::max<std::int64_t>(1, most / each));
  summary.coefficients.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    summary.coefficients.push_back(
        report::summarise(report::coefficient_name(i + 1), draws->coefficient(i)));
  }
  return summary;
}

}  // namespace skald
