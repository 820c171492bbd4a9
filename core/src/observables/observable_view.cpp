#include "observables/observable_view.hpp"
#include "skald/parts/not_a_number.hpp"

#include <stdexcept>
#include <utility>

namespace skald::observables {
namespace {

// Returns the value, which is computed on first use.
template <class F>
ConstBlock once(std::optional<Eigen::MatrixXd>& value, F compute) {
  if (!value) value = compute();
  return view(std::as_const(*value));
}

}  // namespace

void ObservableView::require(Need need, const char* read) const {
  if (holds(needs_, need)) return;
  throw std::logic_error("metric '" + metric_ + "' reads " + read +
                         "(), which is not among the needs that it declares; correct the plugin");
}

void ObservableView::require_predictions(const char* read) const {
  for (const Need need :
       {Need::class_predictions, Need::label_predictions, Need::client_predictions}) {
    if (holds(needs_, need)) return;
  }
  require(Need::predictions, read);
}

ConstBlock ObservableView::mean() const {
  return once(values_.mean, [&] { return values_.set.moments().mean(); });
}

double ObservableView::cost(std::string_view name) const {
  if (name == "published_claim") return values_.published_claim;
  if (name == "eps_spent" && values_.eps_spent) return values_.eps_spent();
  for (const Cost& cost : kCosts) {
    if (cost.name == name) return values_.costs.*cost.value;
  }
  throw std::invalid_argument("there is no cost \"" + std::string(name) + "\"");
}

ConstBlock ObservableView::covariance() const {
  require(Need::covariance, "covariance");
  return once(values_.covariance, [&] { return values_.set.moments().covariance(); });
}

Batches ObservableView::coordinate_batches() const {
  require(Need::coordinate_batches, "coordinate_batches");
  return values_.set.coordinates()->batches();
}

ConstBlock ObservableView::thinned_draws() const {
  require(Need::thinned_draws, "thinned_draws");
  return values_.set.points()->all();
}

Mixing ObservableView::mixing() const {
  require(Need::mixing, "mixing");
  if (!values_.mixing) values_.mixing = values_.set.mixing()->batches();
  return values_.mixing->view();
}

ConstBlock ObservableView::potentials() const {
  require(Need::potentials, "potentials");
  return values_.set.potentials()->all();
}

void ObservableView::score(ConstBlock theta, Block out) const {
  require(Need::score, "score");
  facts().score(theta, out);
}

LawMoments ObservableView::target() const {
  require(Need::target, "target");
  const oracles::Moments& target = *facts().target;
  return {once(values_.target_mean, [&] { return target.mean; }), view(target.covariance)};
}

double ObservableView::temp() const {
  require(Need::target, "temp");
  return facts().temp;
}

double ObservableView::mode_potential() const {
  require(Need::target | Need::potentials, "mode_potential");
  return values_.set.mode_potential();
}

ConstBlock ObservableView::square_distances() const {
  require(Need::target, "square_distances");
  return once(values_.square_distances, [&] { return values_.set.moments().square_distances(); });
}

ConstBlock ObservableView::target_draws() const {
  require(Need::target_draws, "target_draws");
  return values_.set.target_draws();
}

Batches ObservableView::distance_batches() const {
  require(Need::distance_batches, "distance_batches");
  return values_.set.square_distances()->batches();
}

std::span<const double> ObservableView::cell_counts() const {
  require(Need::cell_counts, "cell_counts");
  return values_.set.cells()->counts();
}

ExactLaw ObservableView::exact_law() const {
  require(Need::exact_law, "exact_law");
  const oracles::StationaryLaw& law = *facts().law;
  if (!law.moments) return {false, law.diverges, {}};
  return {
      true,
      false,
      {once(values_.law_mean, [&] { return law.moments->mean; }), view(law.moments->covariance)}};
}

double ObservableView::square_distance_error() const {
  require(Need::exact_law, "square_distance_error");
  if (!facts().law->moments || !facts().square_autocovariance || draws() == 0) return kNotANumber;
  const auto covariance = facts().square_autocovariance();
  if (!covariance) return kNotANumber;
  return oracles::second_moment_standard_error(*covariance, draws(), chains(), thin());
}

ConstBlock ObservableView::predictive() const {
  require_predictions("predictive");
  const Predictive& predictive = *values_.set.predictive();
  if (predictive.draws() == 0) return {};
  return once(values_.predictive, [&] { return predictive.average(); });
}

std::span<const std::int32_t> ObservableView::classes() const {
  require_predictions("classes");
  return facts().labels;
}

LabelTruth ObservableView::labels() const {
  require_predictions("labels");
  return {facts().truth.data(), facts().truth.rows(), facts().truth.cols()};
}

std::span<const std::int32_t> ObservableView::test_clients() const {
  require(Need::client_predictions, "test_clients");
  return facts().test_clients;
}

ConstBlock ObservableView::mean_prediction() const {
  require(Need::mean_prediction, "mean_prediction");
  return values_.mean_prediction;
}

ConstBlock ObservableView::reference_prediction() const {
  require(Need::reference_prediction, "reference_prediction");
  return view(*facts().reference);
}

ConstBlock ObservableView::reference_draws() const {
  require(Need::reference_draws, "reference_draws");
  return values_.set.reference_draws();
}

ConstBlock ObservableView::reference_potentials() const {
  require(Need::reference_draws | Need::potentials, "reference_potentials");
  return values_.set.reference_potentials();
}

ConstBlock ObservableView::parameter() const {
  require(Need::parameter, "parameter");
  const Eigen::VectorXd& parameter = *facts().parameter;
  return {parameter.data(), parameter.size(), 1, parameter.size()};
}

PosteriorComparison ObservableView::reference_posterior() const {
  require(Need::reference_posterior, "reference_posterior");
  if (!values_.comparison) values_.comparison = values_.set.comparison()->view();
  return *values_.comparison;
}

}  // namespace skald::observables
