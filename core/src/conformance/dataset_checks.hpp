// Whether a data set is what dataset.hpp and table.hpp say of data sets.
#pragma once

#include <functional>
#include <memory>

#include "conformance/finding.hpp"
#include "skald/dataset.hpp"

namespace skald {

using MakeDataset = std::function<std::shared_ptr<Dataset>()>;

// Shapes that fit each other, finite features, classes and groups in range, the same table for the
// same stream.
std::vector<Finding> check_dataset(const MakeDataset& make);

}  // namespace skald
