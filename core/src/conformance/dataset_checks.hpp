// Whether a data set keeps the promises of dataset.hpp and table.hpp.
#pragma once

#include <functional>
#include <memory>

#include "conformance/finding.hpp"
#include "skald/dataset.hpp"

namespace skald::conformance {

using MakeDataset = std::function<std::shared_ptr<Dataset>()>;

// Checks that shapes match, that features are finite and classes and groups in range, and that the
// same stream gives the same table.
std::vector<Finding> check_dataset(const MakeDataset& make);

}  // namespace skald::conformance
