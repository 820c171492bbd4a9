// Whether a model keeps the promises of model.hpp.
#pragma once

#include <functional>
#include <memory>

#include "conformance/finding.hpp"
#include "skald/model.hpp"

namespace skald::conformance {

using MakeModel = std::function<std::shared_ptr<Model>()>;

// On the first of the kit's tables that the model accepts, checks gradients against differences of
// the potential, columns, parts and prior shares, clipping, probabilities, and the statements of
// its extensions.
std::vector<Finding> check_model(const MakeModel& make);

}  // namespace skald::conformance
