#include "database/named_draws.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "database/artifacts.hpp"
#include "store/damage.hpp"

namespace skald {

NamedDraws::NamedDraws(KeptDraws kept, const std::optional<record::Coefficients>& known)
    : kept_(std::move(kept)), has_names_(known.has_value()) {
  if (known && std::ssize(known->meanings) != kept_.dimension()) {
    throw std::invalid_argument("found the meaning of " + std::to_string(known->meanings.size()) +
                                " coefficients; expected " + std::to_string(kept_.dimension()) +
                                ", as many as were kept");
  }
  if (known) {
    names_ = report::coefficient_names(*known);
    data_scale_ = report::data_scale(*known);
    has_redundant_intercepts_ = report::has_redundant_intercepts(*known);
    return;
  }
  for (std::int64_t i = 0; i < kept_.dimension(); ++i)
    names_.push_back(report::coefficient_name(i + 1));
}

Eigen::MatrixXd NamedDraws::of(const report::DataScaleCoefficient& coefficient) const {
  return report::draws_of(coefficient, [&](std::int64_t place) { return of(place); });
}

std::optional<NamedDraws> read_named_draws(const store::StoreReader& reader,
                                           const std::string& hash) {
  auto kept = read_kept_draws(reader, hash);
  if (!kept) return std::nullopt;
  try {
    return NamedDraws(*std::move(kept), stored_coefficients(reader, hash));
  } catch (const std::invalid_argument& error) {
    throw store::DamagedError(reader.file().string() + ": run " + hash.substr(0, 12) + ": " +
                              error.what());
  }
}

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
