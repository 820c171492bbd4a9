#include "bindings/bindings.hpp"
#include "kinds/kinds.hpp"
#include "plugin_object.hpp"

namespace skald::python {
namespace {

struct MetricParts {
  PluginObject plugin;
  LentObservables observables;
};

class PythonMetric final : public Metric {
  const PluginObject& plugin() const { return parts_->plugin; }
  template <class F>
  auto within(const Observables& observed, const F& f) const {
    return plugin().call([&](Call& call) {
      struct Back {
        LentObservables& observables;
        ~Back() { observables.take_back(); }
      } const back{parts_->observables};
      return f(call, parts_->observables.lend(observed));
    });
  }

 public:
  explicit PythonMetric(py::object plugin)
      : parts_(new MetricParts{PluginObject(std::move(plugin)), {}}) {}
  double value(const Observables& observed) const override {
    return within(observed, [&](Call& call, const py::object& lent) {
      return plugin().converted<double>(call.ask(plugin().object(), "value", lent), "value");
    });
  }
  void notes(const Observables& observed, Notes& notes) const override {
    within(observed, [&](Call& call, const py::object& lent) {
      for (const py::object& sentence : py::items_of(call.ask(plugin().object(), "notes", lent)))
        notes.add(sentence.cast<std::string>());
    });
  }

 private:
  Locked<MetricParts> parts_;
};

}  // namespace

Metric* make_metric(py::object plugin) { return new PythonMetric(std::move(plugin)); }

}  // namespace skald::python
