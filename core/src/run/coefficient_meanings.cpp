#include "run/coefficient_meanings.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "skald/linear_coefficients.hpp"
#include "skald/named_columns.hpp"
#include "text/counted.hpp"
#include "text/printable.hpp"

namespace skald::run {
namespace {

std::string name_of(const char* name) { return name == nullptr ? "" : text::printable_line(name); }

record::ScaledColumn recorded(const Column& column) {
  return {name_of(column.name), column.center, column.scale, column.is_constant};
}

// The labels of the classes where every class has a predictor, otherwise numbers from 0.
std::vector<std::string> output_names(const NamedColumns& columns, Index outputs) {
  const auto count = static_cast<std::size_t>(outputs);
  if (count == 1) return {""};
  const auto classes = columns.classes();
  std::vector<std::string> names;
  for (std::size_t o = 0; o < count; ++o)
    names.push_back(classes.size() == count ? name_of(classes[o]) : std::to_string(o));
  return names;
}

// Whether the model sees every row as the data set gives it.
bool sees_rows_unchanged(const Model& model) {
  const auto* bound = extension<RowBound>(model);
  return bound == nullptr || std::isinf(bound->row_bound());
}

record::CoefficientMeaning recorded(const LinearCoefficients::Coefficient& coefficient) {
  record::CoefficientMeaning meaning{coefficient.part, coefficient.output, 0, ""};
  if (coefficient.part == LinearCoefficients::Part::weight) {
    meaning.feature = coefficient.feature;
  } else {
    meaning.name = name_of(coefficient.name);
  }
  return meaning;
}

}  // namespace

std::optional<record::Coefficients> coefficient_meanings(const Dataset& dataset, const Table& table,
                                                         const Model& model) {
  const auto* columns = dynamic_cast<const NamedColumns*>(&dataset);
  const auto* linear = extension<LinearCoefficients>(model);
  if (columns == nullptr || linear == nullptr || columns->features().empty()) return std::nullopt;
  record::Coefficients known;
  for (const Column& column : columns->features()) known.features.push_back(recorded(column));
  if (std::ssize(known.features) != table.features.rows) {
    throw std::invalid_argument(
        "dataset: it names " + text::counted(known.features.size(), "column") +
        " of a table with " + text::counted(table.features.rows, "feature") + "; expected as many");
  }
  known.outputs = output_names(*columns, linear->outputs());
  if (linear->predicts_target()) known.target = recorded(columns->target());
  known.has_data_scale = sees_rows_unchanged(model);
  for (Index place = 0; place < model.dimension(); ++place)
    known.meanings.push_back(recorded(linear->coefficient(place)));
  require_sound(known);
  return known;
}

}  // namespace skald::run
