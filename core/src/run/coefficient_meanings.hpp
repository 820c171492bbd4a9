// Joins what a data set says of its columns and a model of its coefficients.
#pragma once

#include <optional>

#include "record/coefficients.hpp"
#include "skald/dataset.hpp"
#include "skald/model.hpp"

namespace skald::run {

// The model is bound to the table that the data set has loaded. Returns nothing if the data set
// does not name its columns or the model does not say what its coefficients are. Throws
// std::invalid_argument if what they say does not fit the table or each other.
std::optional<record::Coefficients> coefficient_meanings(const Dataset& dataset, const Table& table,
                                                         const Model& model);

}  // namespace skald::run
