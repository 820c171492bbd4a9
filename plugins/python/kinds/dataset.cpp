#include <deque>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "bindings/bindings.hpp"
#include "kinds/kinds.hpp"
#include "plugin_object.hpp"
#include "skald/named_columns.hpp"

namespace skald::python {
namespace {

// Copies of what a data set has loaded, which the host's table refers to.
struct LoadedTable {
  explicit LoadedTable(const py::object& table);
  Table lent() const;

  Eigen::MatrixXd features;
  std::vector<double> target;
  std::vector<std::int32_t> group;
  Index classes, groups, train;
  std::deque<Eigen::MatrixXd> matrices;
  std::vector<NamedArray> arrays;
  std::vector<PrivateInput> private_inputs;
  std::vector<Column> columns;
  std::string target_name;
  std::vector<const char*> class_names;
};

template <class F>
void for_each_of(const py::object& sequence, const F& f) {
  for (const py::handle item : sequence) f(py::reinterpret_borrow<py::object>(item));
}

LoadedTable::LoadedTable(const py::object& table)
    : features(matrix_of(table.attr("features"))),
      classes(table.attr("classes").cast<Index>()),
      groups(table.attr("groups").cast<Index>()),
      train(table.attr("train").is_none() ? features.cols() : table.attr("train").cast<Index>()),
      target_name(table.attr("target_name").cast<std::string>()) {
  if (!table.attr("target").is_none()) target = doubles_of(table.attr("target"));
  if (!table.attr("group").is_none()) group = integers_of(table.attr("group"), "group");
  for (const auto& [name, array] : table.attr("arrays").cast<py::dict>()) {
    matrices.push_back(matrix_of(py::reinterpret_borrow<py::object>(array)));
    arrays.push_back({kept_text(name.cast<std::string>()), view(matrices.back())});
  }
  for_each_of(table.attr("private_inputs"), [this](const py::object& input) {
    const auto [name, why, remedy] =
        input.cast<std::tuple<std::string, std::string, std::string>>();
    private_inputs.push_back({kept_text(name), kept_text(why), kept_text(remedy)});
  });
  for_each_of(table.attr("feature_names"), [this](const py::object& name) {
    columns.push_back({.name = kept_text(name.cast<std::string>())});
  });
  for_each_of(table.attr("class_names"), [this](const py::object& name) {
    class_names.push_back(kept_text(name.cast<std::string>()));
  });
}

Table LoadedTable::lent() const {
  return {.features = view(features),
          .target = target,
          .classes = classes,
          .group = group,
          .groups = groups,
          .train = train,
          .arrays = arrays,
          .private_inputs = private_inputs};
}

class PythonDataset final : public Dataset, public NamedColumns {
 public:
  explicit PythonDataset(py::object plugin) : plugin_(new PluginObject(std::move(plugin))) {}
  Table load(const Random& random) override {
    plugin_->call([&](Call& call) {
      const Lent<const Random> lent(random);
      loaded_ = std::make_unique<LoadedTable>(call.ask(plugin_->object(), "load", lent.object()));
    });
    return loaded_->lent();
  }
  std::span<const Column> features() const override { return loaded_->columns; }
  Column target() const override { return {.name = loaded_->target_name.c_str()}; }
  std::span<const char* const> classes() const override { return loaded_->class_names; }

 private:
  Locked<PluginObject> plugin_;
  std::unique_ptr<LoadedTable> loaded_;
};

}  // namespace

Dataset* make_dataset(py::object plugin) { return new PythonDataset(std::move(plugin)); }

}  // namespace skald::python
