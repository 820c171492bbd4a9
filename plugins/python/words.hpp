// Enumerations as words, which are those of grids and documentation.
#pragma once

#include "py/object.hpp"
//
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "skald/mechanism.hpp"
#include "skald/metric_info.hpp"
#include "skald/plugin.hpp"
#include "skald/release.hpp"
#include "skald/sampler.hpp"

namespace skald::python {

template <class Enum>
struct Words;  // `what` they name, and `all` of them

template <>
struct Words<Output> {
  static constexpr const char* what = "output";
  static constexpr std::array all{std::pair{"posterior_draws", Output::posterior_draws},
                                  std::pair{"point_estimate", Output::point_estimate}};
};
template <>
struct Words<Rest> {
  static constexpr const char* what = "rest";
  static constexpr std::array all{std::pair{"unstated", Rest::unstated},
                                  std::pair{"optimum", Rest::optimum},
                                  std::pair{"uniform_optimum", Rest::uniform_optimum}};
};
template <>
struct Words<LangevinLaw::Kind> {
  static constexpr const char* what = "kind of law";
  static constexpr std::array all{std::pair{"single_chain", LangevinLaw::Kind::single_chain},
                                  std::pair{"averaging", LangevinLaw::Kind::averaging},
                                  std::pair{"control_variate", LangevinLaw::Kind::control_variate}};
};
template <>
struct Words<LangevinLaw::Participation> {
  static constexpr const char* what = "participation";
  static constexpr std::array all{
      std::pair{"full", LangevinLaw::Participation::full},
      std::pair{"with_replacement", LangevinLaw::Participation::with_replacement},
      std::pair{"without_replacement", LangevinLaw::Participation::without_replacement}};
};
template <>
struct Words<Unit> {
  static constexpr const char* what = "unit";
  static constexpr std::array all{std::pair{"record", Unit::record},
                                  std::pair{"client", Unit::client}};
};
template <>
struct Words<Relation> {
  static constexpr const char* what = "relation";
  static constexpr std::array all{std::pair{"add_remove", Relation::add_remove},
                                  std::pair{"replace_one", Relation::replace_one},
                                  std::pair{"zero_out", Relation::zero_out}};
};
template <>
struct Words<Sampling> {
  static constexpr const char* what = "sampling";
  static constexpr std::array all{std::pair{"none", Sampling::none},
                                  std::pair{"poisson", Sampling::poisson},
                                  std::pair{"without_replacement", Sampling::without_replacement},
                                  std::pair{"with_replacement", Sampling::with_replacement},
                                  std::pair{"balls_in_bins", Sampling::balls_in_bins}};
};
template <>
struct Words<Adversary> {
  static constexpr const char* what = "adversary";
  static constexpr std::array all{std::pair{"server", Adversary::server},
                                  std::pair{"observer", Adversary::observer}};
};
template <>
struct Words<Accounting> {
  static constexpr const char* what = "accounting";
  static constexpr std::array all{
      std::pair{"zcdp", Accounting::zcdp}, std::pair{"rdp", Accounting::rdp},
      std::pair{"pld", Accounting::pld}, std::pair{"classical", Accounting::classical}};
};
template <>
struct Words<NoiseLaw::Kind> {
  static constexpr const char* what = "kind of noise";
  static constexpr std::array all{std::pair{"none", NoiseLaw::Kind::none},
                                  std::pair{"gaussian", NoiseLaw::Kind::gaussian},
                                  std::pair{"laplace", NoiseLaw::Kind::laplace},
                                  std::pair{"discrete_gaussian", NoiseLaw::Kind::discrete_gaussian},
                                  std::pair{"langevin", NoiseLaw::Kind::langevin}};
};
template <>
struct Words<Kind> {
  static constexpr const char* what = "kind of plugin";
  static constexpr std::array all{
      std::pair{"dataset", Kind::dataset}, std::pair{"partition", Kind::partition},
      std::pair{"model", Kind::model},     std::pair{"sampler", Kind::sampler},
      std::pair{"privacy", Kind::privacy}, std::pair{"metric", Kind::metric}};
};
template <>
struct Words<OptionType> {
  static constexpr const char* what = "type of option";
  static constexpr std::array all{
      std::pair{"boolean", OptionType::boolean}, std::pair{"integer", OptionType::integer},
      std::pair{"number", OptionType::number},   std::pair{"text", OptionType::text},
      std::pair{"path", OptionType::path},       std::pair{"numbers", OptionType::numbers}};
};
template <>
struct Words<OptionRole> {
  static constexpr const char* what = "role of an option";
  static constexpr std::array all{std::pair{"none", OptionRole::none},
                                  std::pair{"step", OptionRole::step},
                                  std::pair{"learning_rate", OptionRole::learning_rate},
                                  std::pair{"passes", OptionRole::passes},
                                  std::pair{"clients", OptionRole::clients},
                                  std::pair{"dimension", OptionRole::dimension},
                                  std::pair{"noise", OptionRole::noise},
                                  std::pair{"adversary", OptionRole::adversary}};
};
template <>
struct Words<Preferred> {
  static constexpr const char* what = "preference";
  static constexpr std::array all{
      std::pair{"smaller", Preferred::smaller}, std::pair{"larger", Preferred::larger},
      std::pair{"neither", Preferred::neither}, std::pair{"nearest_zero", Preferred::nearest_zero}};
};
template <>
struct Words<Scale> {
  static constexpr const char* what = "scale";
  static constexpr std::array all{
      std::pair{"real", Scale::real}, std::pair{"positive", Scale::positive},
      std::pair{"share", Scale::share}, std::pair{"count", Scale::count}};
};
template <>
struct Words<Need> {
  static constexpr const char* what = "need";
  static constexpr std::array all{std::pair{"covariance", Need::covariance},
                                  std::pair{"coordinate_batches", Need::coordinate_batches},
                                  std::pair{"thinned_draws", Need::thinned_draws},
                                  std::pair{"mixing", Need::mixing},
                                  std::pair{"potentials", Need::potentials},
                                  std::pair{"target", Need::target},
                                  std::pair{"target_draws", Need::target_draws},
                                  std::pair{"distance_batches", Need::distance_batches},
                                  std::pair{"cell_counts", Need::cell_counts},
                                  std::pair{"exact_law", Need::exact_law},
                                  std::pair{"class_predictions", Need::class_predictions},
                                  std::pair{"label_predictions", Need::label_predictions},
                                  std::pair{"predictions", Need::predictions},
                                  std::pair{"client_predictions", Need::client_predictions},
                                  std::pair{"mean_prediction", Need::mean_prediction},
                                  std::pair{"reference_prediction", Need::reference_prediction},
                                  std::pair{"reference_draws", Need::reference_draws},
                                  std::pair{"reference_posterior", Need::reference_posterior},
                                  std::pair{"score", Need::score},
                                  std::pair{"clock", Need::clock}};
};

// Returns the value of a word. Throws py::value_error that lists the words.
template <class Enum>
Enum from_word(std::string_view word) {
  std::string words;
  for (const auto& [name, value] : Words<Enum>::all) {
    if (word == name) return value;
    words += (words.empty() ? "" : ", ") + std::string(name);
  }
  throw py::value_error("\"" + std::string(word) + "\" is no " + Words<Enum>::what +
                        "; expected one of " + words);
}

template <class Enum>
const char* word_of(Enum value) {
  for (const auto& [name, of] : Words<Enum>::all) {
    if (of == value) return name;
  }
  return "";
}

}  // namespace skald::python
