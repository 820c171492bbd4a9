// Kept draws with the names of their coefficients, on the run's scale and on the data's own, and
// their summary.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "database/kept_draws.hpp"
#include "record/coefficients.hpp"
#include "report/posterior/data_scale.hpp"
#include "report/posterior/posterior_summary.hpp"
#include "store/store_reader.hpp"

namespace skald {

class NamedDraws {
 public:
  // Throws std::invalid_argument unless `known`, where it is given, is of as many coefficients.
  NamedDraws(KeptDraws kept, const std::optional<record::Coefficients>& known);

  const KeptDraws& kept() const { return kept_; }
  // Whether the run has stored what its coefficients are.
  bool has_names() const { return has_names_; }
  // Whether data set and model both have added an intercept, of which the data determine the sum.
  bool has_redundant_intercepts() const { return has_redundant_intercepts_; }
  // Of theta: "age" or, without names, "theta[3]".
  const std::vector<std::string>& names() const { return names_; }
  // The coefficients on the data's own scale; empty if the run's is that, or none is known.
  const std::vector<report::DataScaleCoefficient>& data_scale() const { return data_scale_; }
  // Returns draws x chains of coefficient `place` of theta, or of one on the data's scale.
  Eigen::MatrixXd of(std::int64_t place) const { return kept_.coefficient(place); }
  Eigen::MatrixXd of(const report::DataScaleCoefficient& coefficient) const;

 private:
  KeptDraws kept_;
  bool has_names_, has_redundant_intercepts_ = false;
  std::vector<std::string> names_;
  std::vector<report::DataScaleCoefficient> data_scale_;
};

// Returns the draws of the run with this full hash; nothing if it has kept none. Throws
// store::DamagedError if the file, or what is stored of it, is not as it was recorded.
std::optional<NamedDraws> read_named_draws(const store::StoreReader& reader,
                                           const std::string& hash);

// On the run's scale, and on the data's own if that is another.
struct RunPosterior {
  report::PosteriorSummary theta;
  std::optional<report::PosteriorSummary> on_data_scale;
};

// Summarises the first coefficients if all have more than `most` numbers together; then there is no
// summary on the data's scale, whose intercepts need all. Throws std::invalid_argument for too few
// draws.
RunPosterior summarise(const NamedDraws& draws,
                       std::int64_t most = std::numeric_limits<std::int64_t>::max());

// Returns the summary of the run with this full hash; nothing if it has kept no draws. Throws as
// above, and as read_named_draws() does.
std::optional<RunPosterior> posterior_of(
    const store::StoreReader& reader, const std::string& hash,
    std::int64_t most = std::numeric_limits<std::int64_t>::max());

}  // namespace skald
