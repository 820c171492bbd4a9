#include "plugin_host/need_names.hpp"

#include <array>
#include <utility>

namespace skald::plugin_host {
namespace {

constexpr std::array<std::pair<Need, const char*>, 21> kNames{{
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
    {Need::parameter, "parameter"},
}};
// In the order of the values, which the handshake has checked.
constexpr std::array kPreferences{"smaller", "larger", "neither smaller nor larger",
                                  "nearest to 0"};
constexpr std::array kScales{"real", "positive", "share", "count"};

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
  return kPreferences[static_cast<std::size_t>(preferred)];
}

std::string scale_text(Scale scale) { return kScales[static_cast<std::size_t>(scale)]; }

}  // namespace skald::plugin_host
