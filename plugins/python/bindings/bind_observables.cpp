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

py::object lent(const Batches& batches) {
  return py::named({{"coordinates", py::to(batches.coordinates)},
                    {"chains", py::to(batches.chains)},
                    {"count", py::to(batches.count)},
                    {"length", py::to(batches.length)},
                    {"sums", lent(batches.sums)},
                    {"squares", lent(batches.squares)}});
}

py::object lent(const Mixing& mixing) {
  return py::named({{"values", lent(mixing.values)},
                    {"scores", lent(mixing.scores)},
                    {"low", lent(mixing.low)},
                    {"high", lent(mixing.high)},
                    {"folded", lent(mixing.folded)}});
}

py::object lent(const ExactLaw& law) {
  if (!law.known) return py::none();
  return py::named({{"diverges", py::to(law.diverges)}, {"moments", lent(law.moments)}});
}

py::object lent(const PosteriorComparison& comparison) {
  return py::named({{"batches", lent(comparison.batches)},
                    {"moments", lent(comparison.moments)},
                    {"draws", lent(comparison.draws)},
                    {"correlation", lent(comparison.correlation)},
                    {"mean_errors", lent(comparison.mean_errors)},
                    {"points", lent(comparison.points)}});
}

// labels x rows, as booleans; a copy.
py::object lent(const LabelTruth& truth) {
  const auto [labels, data] = py::new_array<bool>({2, truth.labels, truth.rows});
  std::copy_n(truth.data, truth.labels * truth.rows, data);
  return labels;
}

// What the member is: a number, or something that is lent.
template <auto member>
py::object observed(const ObservablesHandle& observables) {
  const auto& value = ((*observables).*member)();
  if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>) {
    return py::to(value);
  } else {
    return lent(value);
  }
}

py::object score(const ObservablesHandle& observed, const py::object& theta) {
  const Given at(theta, "theta");
  const Out out = out_of(py::none(), at.block().rows, at.block().cols);
  observed->score(at, out.block);
  return out.array;
}

}  // namespace

void bind_observables(const py::object& m) {
  py::class_<ObservablesHandle>("Observables")
      .property<&observed<&Observables::dimension>>("dimension")
      .property<&observed<&Observables::chains>>("chains")
      .property<&observed<&Observables::thin>>("thin")
      .property<&observed<&Observables::draws>>("draws")
      .property<&observed<&Observables::temp>>("temp")
      .property<&observed<&Observables::mode_potential>>("mode_potential")
      .property<&observed<&Observables::square_distance_error>>("square_distance_error")
      .property<&observed<&Observables::mean>>("mean")
      .property<&observed<&Observables::covariance>>("covariance")
      .property<&observed<&Observables::coordinate_batches>>("coordinate_batches")
      .property<&observed<&Observables::thinned_draws>>("thinned_draws")
      .property<&observed<&Observables::mixing>>("mixing")
      .property<&observed<&Observables::potentials>>("potentials")
      .property<&observed<&Observables::target>>("target")
      .property<&observed<&Observables::square_distances>>("square_distances")
      .property<&observed<&Observables::target_draws>>("target_draws")
      .property<&observed<&Observables::distance_batches>>("distance_batches")
      .property<&observed<&Observables::cell_counts>>("cell_counts")
      .property<&observed<&Observables::exact_law>>("exact_law")
      .property<&observed<&Observables::predictive>>("predictive")
      .property<&observed<&Observables::classes>>("classes")
      .property<&observed<&Observables::labels>>("labels")
      .property<&observed<&Observables::test_clients>>("test_clients")
      .property<&observed<&Observables::mean_prediction>>("mean_prediction")
      .property<&observed<&Observables::reference_prediction>>("reference_prediction")
      .property<&observed<&Observables::reference_draws>>("reference_draws")
      .property<&observed<&Observables::reference_potentials>>("reference_potentials")
      .property<&observed<&Observables::reference_posterior>>("reference_posterior")
      .property<&observed<&Observables::parameter>>("parameter")
      .property<&ObservablesHandle::random>("random")
      .def<[](const ObservablesHandle& o, const std::string& name) { return o->cost(name); }>(
          "cost", "name")
      .def<&score>("score", "theta")
      .add_to(m);
}

LentObservables::LentObservables() : object_(py::to(ObservablesHandle())) {
  py::instance<ObservablesHandle>(object_)->random = random_.object();
}

const py::object& LentObservables::lend(const Observables& observed) {
  random_.set(&observed.random());
  py::instance<ObservablesHandle>(object_)->set(&observed);
  return object_;
}

void LentObservables::take_back() {
  random_.set(nullptr);
  py::instance<ObservablesHandle>(object_)->set(nullptr);
}

}  // namespace skald::python
