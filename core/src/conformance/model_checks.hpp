// Whether a model keeps the promises of model.hpp.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "conformance/finding.hpp"
#include "skald/model.hpp"

namespace skald::conformance {

// A table of the author's own.
struct OwnTable {
  std::string name;
  Table table;
};

using MakeModel = std::function<std::shared_ptr<Model>()>;

// On every table of the kit that the model accepts, checks gradients against differences of the
// potential, columns, parts and prior shares, clipping, probabilities, and the statements of its
// extensions; a check that fails on several tables is reported of the first. On a table of the
// author's own, which the model must accept, the same with its first rows, and only on that one.
// Verdict::not_checked if there is no table that it accepts.
std::vector<Finding> check_model(const MakeModel& make, const std::optional<OwnTable>& own = {});

// Some gradients and potentials on these tables, prior included: numbers that tell models apart.
// Throws std::invalid_argument if there is no table that the model accepts.
Eigen::VectorXd model_numbers(const MakeModel& make, const std::optional<OwnTable>& own);

}  // namespace skald::conformance
