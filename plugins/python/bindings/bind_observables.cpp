#include "arrays.hpp"
#include "bindings/bindings.hpp"
#include "call.hpp"

namespace skald::python {
namespace {

template <class T>
py::object lent(T values) {
  return Call::current().lend(values);
}
py::object lent(const LawMoments& moments) {
  return py::make_tuple(lent(moments.mean), lent(moments.covariance));
}

py::object named(const py::dict& members) {
  return py::module_::import("types").attr("SimpleNamespace")(**members);
}

py::object lent(const Batches& batches) {
  using namespace py::literals;
  return named(py::dict("coordinates"_a = batches.coordinates, "chains"_a = batches.chains,
                        "count"_a = batches.count, "length"_a = batches.length,
                        "sums"_a = lent(batches.sums), "squares"_a = lent(batches.squares)));
}

py::object lent(const Mixing& mixing) {
  using namespace py::literals;
  return named(py::dict("values"_a = lent(mixing.values), "scores"_a = lent(mixing.scores),
                        "low"_a = lent(mixing.low), "high"_a = lent(mixing.high),
                        "folded"_a = lent(mixing.folded)));
}

py::object lent(const ExactLaw& law) {
  using namespace py::literals;
  if (!law.known) return py::none();
  return named(py::dict("diverges"_a = law.diverges, "moments"_a = lent(law.moments)));
}

py::object lent(const PosteriorComparison& comparison) {
  using namespace py::literals;
  return named(py::dict(
      "batches"_a = lent(comparison.batches), "moments"_a = lent(comparison.moments),
      "draws"_a = lent(comparison.draws), "correlation"_a = lent(comparison.correlation),
      "mean_errors"_a = lent(comparison.mean_errors), "points"_a = lent(comparison.points)));
}

// labels x rows, as booleans; a copy.
py::object lent(const LabelTruth& truth) {
  py::array_t<bool, py::array::f_style> labels({truth.labels, truth.rows});
  std::copy_n(truth.data, truth.labels * truth.rows, labels.mutable_data());
  return labels;
}

py::object score(const ObservablesHandle& observed, const py::object& theta) {
  const Given at(theta, "theta");
  const Out out = out_of(py::none(), at.block().rows, at.block().cols);
  observed->score(at, out.block);
  return out.array;
}

}  // namespace

void bind_observables(py::module_& m) {
  py::class_<ObservablesHandle> observables(m, "Observables");
  const auto number = [&](const char* name, auto member) {
    observables.def_property_readonly(
        name, [member](const ObservablesHandle& o) { return ((*o).*member)(); });
  };
  const auto array = [&](const char* name, auto member) {
    observables.def_property_readonly(
        name, [member](const ObservablesHandle& o) { return lent(((*o).*member)()); });
  };
  number("dimension", &Observables::dimension);
  number("chains", &Observables::chains);
  number("thin", &Observables::thin);
  number("draws", &Observables::draws);
  number("temp", &Observables::temp);
  number("mode_potential", &Observables::mode_potential);
  number("square_distance_error", &Observables::square_distance_error);
  array("mean", &Observables::mean);
  array("covariance", &Observables::covariance);
  array("coordinate_batches", &Observables::coordinate_batches);
  array("thinned_draws", &Observables::thinned_draws);
  array("mixing", &Observables::mixing);
  array("potentials", &Observables::potentials);
  array("target", &Observables::target);
  array("square_distances", &Observables::square_distances);
  array("target_draws", &Observables::target_draws);
  array("distance_batches", &Observables::distance_batches);
  array("cell_counts", &Observables::cell_counts);
  array("exact_law", &Observables::exact_law);
  array("predictive", &Observables::predictive);
  array("classes", &Observables::classes);
  array("labels", &Observables::labels);
  array("test_clients", &Observables::test_clients);
  array("mean_prediction", &Observables::mean_prediction);
  array("reference_prediction", &Observables::reference_prediction);
  array("reference_draws", &Observables::reference_draws);
  array("reference_potentials", &Observables::reference_potentials);
  array("reference_posterior", &Observables::reference_posterior);
  observables
      .def(
          "cost", [](const ObservablesHandle& o, const std::string& name) { return o->cost(name); },
          py::arg("name"))
      .def("score", &score, py::arg("theta"))
      .def_readonly("random", &ObservablesHandle::random);
}

LentObservables::LentObservables() : object_(py::cast(ObservablesHandle())) {
  object_.cast<ObservablesHandle*>()->random = random_.object();
}

const py::object& LentObservables::lend(const Observables& observed) {
  random_.set(&observed.random());
  object_.cast<ObservablesHandle*>()->set(&observed);
  return object_;
}

void LentObservables::take_back() {
  random_.set(nullptr);
  object_.cast<ObservablesHandle*>()->set(nullptr);
}

}  // namespace skald::python
