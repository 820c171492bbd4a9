#include "database/posterior.hpp"

#include <algorithm>

namespace skald {

RunPosterior summarise(const NamedDraws& draws, std::int64_t most) {
  const KeptDraws& kept = draws.kept();
  RunPosterior posterior{{kept.chains(), kept.draws(), kept.dimension(), {}}, {}};
  report::PosteriorSummary& theta = posterior.theta;
  const std::int64_t each = kept.chains() * kept.draws();
  const std::int64_t count = std::min(kept.dimension(), std::max<std::int64_t>(1, most / each));
  theta.coefficients.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    theta.coefficients.push_back(
        report::summarise(draws.names()[static_cast<std::size_t>(i)], draws.of(i)));
  }
  if (count == kept.dimension() && !draws.data_scale().empty()) {
    posterior.on_data_scale = report::on_data_scale(
        draws.data_scale(), theta, [&](std::int64_t place) { return draws.of(place); });
  }
  return posterior;
}

std::optional<RunPosterior> posterior_of(const store::StoreReader& reader, const std::string& hash,
                                         std::int64_t most) {
  const auto draws = read_named_draws(reader, hash);
  if (!draws) return std::nullopt;
  return summarise(*draws, most);
}

}  // namespace skald
