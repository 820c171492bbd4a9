#include "commands/parts/draw_posterior.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "commands/parts/figure.hpp"
#include "database/named_draws.hpp"
#include "report/chart/paper_symbols.hpp"
#include "report/posterior/draws_picture.hpp"
#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using report::CoefficientDrawsOf;

// The coefficients of one scale.
class CoefficientScale {
 public:
  CoefficientScale(const NamedDraws& draws, bool on_data_scale)
      : draws_(draws), is_data_(on_data_scale && !draws.data_scale().empty()) {
    if (!is_data_) names_ = draws.names();
    if (is_data_) {
      for (const report::DataScaleCoefficient& one : draws.data_scale()) names_.push_back(one.name);
    }
  }

  std::size_t size() const { return names_.size(); }
  bool is_data() const { return is_data_; }
  CoefficientDrawsOf at(std::size_t place) const {
    return {report::paper_coefficient(names_[place]),
            is_data_ ? draws_.of(draws_.data_scale()[place])
                     : draws_.of(static_cast<std::int64_t>(place))};
  }
  // Returns the place of a coefficient that is given by its name or its number from 1.
  std::size_t find(const std::string& word) const {
    const auto found = std::find(names_.begin(), names_.end(), word);
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    const auto number = text::to_integer(word);
    if (number && *number >= 1 && *number <= std::ssize(names_))
      return static_cast<std::size_t>(*number - 1);
    throw UsageError(fmt::format(
        "--coefficients: there is no {}; expected a name, such as {}, or a number from 1 to {}",
        word, names_.front(), names_.size()));
  }

 private:
  const NamedDraws& draws_;
  bool is_data_;
  std::vector<std::string> names_;
};

std::vector<std::size_t> chosen(const CoefficientScale& scale, const PosteriorPicture& wanted,
                                report::DrawsPlot plot) {
  std::vector<std::size_t> places;
  for (const std::string& word : wanted.coefficients) places.push_back(scale.find(word));
  const std::size_t most = report::most_coefficients(plot);
  if (places.size() > most) {
    throw UsageError(fmt::format("--coefficients: found {}, expected at most {} for {}",
                                 places.size(), most, wanted.plot));
  }
  if (!places.empty()) return places;
  for (std::size_t i = 0; i < std::min(scale.size(), report::usual_coefficients(plot)); ++i)
    places.push_back(i);
  return places;
}

void require_finite(const CoefficientDrawsOf& one) {
  if (one.draws.allFinite()) return;
  throw UsageError(one.name +
                   ": draws are not finite, since the chains left every bound; choose others by "
                   "--coefficients, or a smaller step for the run");
}

}  // namespace

void draw_posterior(const NamedDraws& draws, const PosteriorPicture& wanted) {
  const report::DrawsPlot plot = report::draws_plot(wanted.plot);
  const CoefficientScale scale(draws, wanted.on_data_scale);
  std::vector<CoefficientDrawsOf> shown;
  for (const std::size_t place : chosen(scale, wanted, plot)) {
    shown.push_back(scale.at(place));
    require_finite(shown.back());
  }
  const std::string title = wanted.title + (scale.is_data() ? ", on the data's own scale" : "");
  write_figure({[&](auto format) { return report::draws_script(plot, title, shown, format); },
                title, wanted.source},
               wanted.script, wanted.picture);
  if (shown.size() < scale.size() && wanted.coefficients.empty()) {
    print_error("the first {} of {} coefficients; --coefficients chooses others\n", shown.size(),
                scale.size());
  }
}

}  // namespace skald
