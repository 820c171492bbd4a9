#include <string>

#include "arrays.hpp"
#include "bindings/bindings.hpp"
#include "kinds/kinds.hpp"
#include "plugin_object.hpp"
#include "skald/initialisation.hpp"

namespace skald::python {
namespace {

// The rows of a table that Python selects columns by: a slice, or an array of their numbers.
py::object selection(const Rows& rows) {
  if (rows.index == nullptr) {
    const py::object first = py::to(rows.first), end = py::to(rows.first + rows.count);
    return py::owned(PySlice_New(first.ptr(), end.ptr(), py::to(1).ptr()));
  }
  const auto [numbers, to] = py::new_vector<std::int64_t>(rows.count);
  for (Index r = 0; r < rows.count; ++r) to[r] = rows.row(0, r);
  return numbers;
}

// What the class states beyond the contract of every model.
struct Abilities {
  explicit Abilities(const PluginObject& plugin)
      : clips(plugin.overrides("clipped_gradient")),
        prior(plugin.overrides("prior_gradient")),
        prior_potential(plugin.overrides("prior_potential")),
        quadratic(plugin.overrides("quadratic")),
        bounds(plugin.overrides("curvature_bounds")),
        public_curvature(plugin.overrides("public_curvature")),
        initialises(plugin.overrides("initialise")) {}
  bool clips, prior, prior_potential, quadratic, bounds, public_curvature, initialises;
};

class PythonModel final : public Model,
                          private GaussianPosterior,
                          private CurvatureBounds,
                          private PublicCurvature,
                          private Initialisation {
 public:
  explicit PythonModel(py::object plugin)
      : plugin_(new PluginObject(std::move(plugin))),
        abilities_(*plugin_),
        together_(plugin_->object().attr("together").cast<bool>()),
        equal_curvatures_(plugin_->object().attr("equal_curvatures").cast<bool>()) {}

  void bind(const Table& table) override {
    plugin_->call([&](Call& call) {
      call.may_refuse();
      call.ask(plugin_->object(), "bind", lend_table(table));
    });
    dimension_ = plugin_->value<Index>("dimension");
    classes_ = plugin_->value<Index>("classes");
  }
  Index dimension() const override { return dimension_; }
  Index classes() const override { return classes_; }

  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    for_chains(rows, theta.cols, [&](Call& call, const py::object& some, Index j, Index count) {
      const py::object result =
          call.ask(plugin_->object(), "gradient", some, call.lend(theta.columns(j, count)));
      copy_result(result, out.columns(j, count), "what gradient() returns");
    });
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for_chains(rows, theta.cols, [&](Call& call, const py::object& some, Index j, Index count) {
      const py::object result =
          call.ask(plugin_->object(), "potential", some, call.lend(theta.columns(j, count)));
      copy_result(result, part(out, j, count), "what potential() returns");
    });
  }
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override {
    if (!abilities_.clips) return Model::clipped_gradient(rows, clip, theta, out);
    for_chains(rows, theta.cols, [&](Call& call, const py::object& some, Index j, Index count) {
      const py::object result = call.ask(plugin_->object(), "clipped_gradient", some, clip,
                                         call.lend(theta.columns(j, count)));
      copy_result(result, out.columns(j, count), "what clipped_gradient() returns");
    });
  }
  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    if (!abilities_.prior) return;
    Eigen::MatrixXd gradient(theta.rows, 1);
    for (Index j = 0; j < theta.cols; ++j) {
      plugin_->call([&](Call& call) {
        copy_result(call.ask(plugin_->object(), "prior_gradient", call.lend(theta.columns(j, 1))),
                    view(gradient), "what prior_gradient() returns");
      });
      out.column(j) += share * gradient.col(0);
    }
  }
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override {
    if (!abilities_.prior_potential) return;
    for (Index j = 0; j < theta.cols; ++j) {
      double potential = 0;
      plugin_->call([&](Call& call) {
        copy_result(call.ask(plugin_->object(), "prior_potential", call.lend(theta.columns(j, 1))),
                    std::span(&potential, 1), "what prior_potential() returns");
      });
      out[static_cast<std::size_t>(j)] += share * potential;
    }
  }
  void predict(const Rows& rows, ConstBlock theta, Block probabilities) const override {
    plugin_->call([&](Call& call) {
      copy_result(call.ask(plugin_->object(), "predict", selection(rows), call.lend(theta)),
                  probabilities, "what predict() returns");
    });
  }
  const void* extension(const char* id) const override {
    const std::string_view wanted(id);
    if (abilities_.quadratic && wanted == GaussianPosterior::id)
      return static_cast<const GaussianPosterior*>(this);
    if (abilities_.bounds && wanted == CurvatureBounds::id)
      return static_cast<const CurvatureBounds*>(this);
    if (abilities_.public_curvature && wanted == PublicCurvature::id)
      return static_cast<const PublicCurvature*>(this);
    if (abilities_.initialises && wanted == Initialisation::id)
      return static_cast<const Initialisation*>(this);
    return nullptr;
  }

 private:
  // f(call, rows, j, count) for columns [j, j + count) that have the same rows; all at once if the
  // class says that their number does not matter.
  template <class F>
  void for_chains(const Rows& rows, Index chains, const F& f) const {
    const bool alike = rows.index == nullptr || rows.columns == 1;
    const Index step = together_ && alike ? std::max<Index>(chains, 1) : 1;
    for (Index j = 0; j < chains; j += step) {
      plugin_->call([&](Call& call) { f(call, selection(rows.of_chains(j, step)), j, step); });
    }
  }
  static std::span<double> part(std::span<double> all, Index first, Index count) {
    return all.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  }

  void quadratic(const Rows& rows, double prior_share, Block curvature,
                 Block minimiser) const override {
    plugin_->call([&](Call& call) {
      const py::object result =
          call.ask(plugin_->object(), "quadratic", selection(rows), prior_share);
      const auto [a, mu] =
          plugin_->converted<std::tuple<py::object, py::object>>(result, "quadratic");
      copy_result(a, curvature, "the curvature that quadratic() returns");
      copy_result(mu, minimiser, "the minimiser that quadratic() returns");
    });
  }
  bool equal_curvatures() const override { return equal_curvatures_; }

  CurvatureBounds::Bounds bounds(const Rows& rows, double prior_share) const override {
    return plugin_->call([&](Call& call) {
      const py::object result =
          call.ask(plugin_->object(), "curvature_bounds", selection(rows), prior_share);
      const auto [m, L] =
          plugin_->converted<std::tuple<double, double>>(result, "curvature_bounds");
      return CurvatureBounds::Bounds{m, L};
    });
  }

  // A member of the dict that public_curvature() returns, or what it is without one.
  template <class T>
  T told(const char* member, T otherwise) const {
    return plugin_->call([&](Call& call) {
      const py::object result = call.ask(plugin_->object(), "public_curvature");
      const py::object value = py::member_of(result, member);
      return value ? value.template cast<T>() : otherwise;
    });
  }
  CurvatureBounds::Bounds prior() const override {
    const auto [m, L] = told("prior", std::tuple(0.0, 0.0));
    return {m, L};
  }
  double largest_row_curvature() const override {
    return told("largest_row_curvature", std::numeric_limits<double>::infinity());
  }
  bool convex_rows() const override { return told("convex_rows", convex_when_clipped()); }
  bool convex_when_clipped() const override { return told("convex_when_clipped", false); }

  void initialise(const Random& random, Block theta) const override {
    plugin_->call([&](Call& call) {
      const Lent<const Random> lent(random);
      call.ask(plugin_->object(), "initialise", lent.object(), call.lend(theta));
    });
  }

  Locked<PluginObject> plugin_;
  Abilities abilities_;
  bool together_, equal_curvatures_;
  Index dimension_ = 0, classes_ = 0;
};

}  // namespace

Model* make_model(py::object plugin) { return new PythonModel(std::move(plugin)); }

}  // namespace skald::python
