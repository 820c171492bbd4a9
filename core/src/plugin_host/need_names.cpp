#include "plugin_host/need_names.hpp"

#include <array>
#include <utility>

namespace skald::plugin_host {
namespace {

constexpr std::array<std::pair<Need, const char*>, 20> kNames{{
    {Need::covariance, "covariance"},
    {Need::coordinate_batches, "coordinate_batches"},
    {Need::thinned_draws, "thinned_draws"},
    {Need::mixing, "mixing"},
    {Need::potentials, "potentials"},
    {Need::target, "target"},
    {Need::target_draws, "target_draws"},
    {Need::distance_batches, "distance_batches"},
    {Need::cell_counts, "cell_counts"},
    {Need::exact_law, "exact_law"},
    {Need::class_predictions, "class_predictions"},
    {Need::label_predictions, "label_predictions"},
    {Need::predictions, "predictions"},
    {Need::client_predictions, "client_predictions"},
    {Need::mean_prediction, "mean_prediction"},
    {Need::reference_prediction, "reference_prediction"},
    {Need::reference_draws, "reference_draws"},
    {Need::reference_posterior, "reference_posterior"},
    {Need::score, "score"},
    {Need::clock, "clock"},
}};

}  // namespace

Need all_needs() {
  Need all = Need::nothing;
  for (const auto& [need, name] : kNames) all = all | need;
  return all;
}

std::string needs_text(Need needs) {
  std::string text;
  for (const auto& [need, name] : kNames) {
    if (holds(needs, need)) text += (text.empty() ? "" : ", ") + std::string(name);
  }
  return text;
}

std::string preference_text(Preferred preferred) {
  switch (preferred) {
    case Preferred::smaller:
      return "smaller";
    case Preferred::larger:
      return "larger";
    case Preferred::neither:
      return "neither smaller nor larger";
    case Preferred::nearest_zero:
      return "nearest to 0";
  }
  return "";
}

std::string scale_text(Scale scale) {
  switch (scale) {
    case Scale::real:
      return "real";
    case Scale::positive:
      return "positive";
    case Scale::share:
      return "share";
    case Scale::count:
      return "count";
  }
  return "";
}

}  // namespace skald::plugin_host
