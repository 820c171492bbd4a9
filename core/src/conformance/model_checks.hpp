// Whether a model is what model.hpp says of models.
#pragma once

#include <functional>
#include <memory>

#include "conformance/finding.hpp"
#include "skald/model.hpp"

namespace skald {

using MakeModel = std::function<std::shared_ptr<Model>()>;

// On the first of the kit's tables that the model accepts: gradients against differences of the
// potential, columns, parts and prior shares, clipping, probabilities, and what its abilities say.
std::vector<Finding> check_model(const MakeModel& make);

}  // namespace skald
