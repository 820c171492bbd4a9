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

constexpr Index kManyFeatures = 64;  // beyond which bytes are likely to be pixels

// Takes the members of a skald.Table. Throws py::value_error with the member, found and expected.
class TableMembers {
 public:
  explicit TableMembers(const py::object& table) : table_(table) {
    if (table.is(py::import("skald.plugin").attr("Table"))) return;
    refuse("the result", py::found(table), "a skald.Table");
  }

  py::object operator[](const char* name) const { return table_.attr(name); }
  bool has(const char* name) const { return !table_.attr(name).is_none(); }

  // convert(member), an array or None; what it throws is told of the member.
  template <class F>
  auto take(const char* name, const F& convert) const {
    try {
      return convert(table_.attr(name));
    } catch (const py::error_already_set& error) {
      throw py::value_error(std::string(name) + ": " + error.what());
    } catch (const py::builtin_exception& error) {
      throw py::value_error(std::string(name) + ": " + error.what());
    }
  }
  Index whole(const char* name) const {
    const py::object member = table_.attr(name);
    const Index found = py::From<Index>::from(member.ptr()).value_or(-1);
    if (found >= 0) return found;
    refuse(name, py::repr(member), "a whole number from 0");
  }
  bool holds_bytes(const char* name) const {
    const py::object member = table_.attr(name);
    return member.has("dtype") && py::str(member.attr("dtype")) == "uint8";
  }
  std::string text(const char* name) const {
    const py::object member = table_.attr(name);
    if (PyUnicode_Check(member.ptr()) != 0) return member.cast<std::string>();
    refuse(name, py::found(member), "a text");
  }
  std::vector<std::string> texts(const char* name) const {
    const py::object member = table_.attr(name);
    if (PyUnicode_Check(member.ptr()) != 0) refuse(name, "one text", "a list of texts");
    return take(name, [](const py::object& sequence) {
      std::vector<std::string> all;
      for (const py::object& item : py::items_of(sequence)) all.push_back(py::str(item));
      return all;
    });
  }

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& found,
                           const std::string& expected) const {
    throw py::value_error(what + ": found " + found + "; expected " + expected);
  }

  const py::object& table_;
};

// Copies of what a data set has loaded, which the host's table refers to.
struct LoadedTable {
  explicit LoadedTable(const TableMembers& table);
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
  std::vector<const char*> class_names, group_names, notes;
};

LoadedTable::LoadedTable(const TableMembers& table)
    : features(table.take("features", [](const py::object& o) { return matrix_of(o); })),
      classes(table.whole("classes")),
      groups(table.whole("groups")),
      train(table.has("train") ? table.whole("train") : features.cols()),
      target_name(table.text("target_name")) {
  if (table.has("target"))
    target = table.take("target", [](const py::object& o) { return doubles_of(o); });
  if (table.has("group")) {
    group = table.take("group", [](const py::object& o) { return integers_of(o, ""); });
  }
  table.take("arrays", [this](const py::object& dictionary) {
    for (const auto& [name, array] : py::pairs_of(dictionary)) {
      matrices.push_back(matrix_of(array));
      arrays.push_back({kept_text(name.cast<std::string>()), view(matrices.back())});
    }
  });
  table.take("private_inputs", [this](const py::object& inputs) {
    for (const py::object& input : py::items_of(inputs)) {
      const auto [name, why, remedy] =
          input.cast<std::tuple<std::string, std::string, std::string>>();
      private_inputs.push_back({kept_text(name), kept_text(why), kept_text(remedy)});
    }
  });
  for (const std::string& name : table.texts("feature_names"))
    columns.push_back({.name = kept_text(name)});
  for (const std::string& name : table.texts("class_names")) class_names.push_back(kept_text(name));
  for (const std::string& name : table.texts("group_names")) group_names.push_back(kept_text(name));
  if (table.holds_bytes("features") && features.rows() > kManyFeatures)
    notes.push_back("features are bytes (uint8) and are not scaled; divide pixels by 255");
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
      const py::object table = call.ask(plugin_->object(), "load", lent.object());
      loaded_ = std::make_unique<LoadedTable>(TableMembers(table));
    });
    return loaded_->lent();
  }
  std::span<const Column> features() const override { return loaded_->columns; }
  Column target() const override { return {.name = loaded_->target_name.c_str()}; }
  std::span<const char* const> classes() const override { return loaded_->class_names; }
  std::span<const char* const> groups() const override { return loaded_->group_names; }
  std::span<const char* const> notes() const override { return loaded_->notes; }

 private:
  Locked<PluginObject> plugin_;
  std::unique_ptr<LoadedTable> loaded_;
};

}  // namespace

Dataset* make_dataset(py::object plugin) { return new PythonDataset(std::move(plugin)); }

}  // namespace skald::python
