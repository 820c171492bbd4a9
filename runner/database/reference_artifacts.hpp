// What a reference run leaves for others, as it is kept in the store.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "record/records.hpp"
#include "record/reference_outcome.hpp"

namespace skald {

// One artifact for each matrix that there is: rows and columns as 64-bit integers, then the values
// column by column, in the machine's byte order.
std::vector<record::ArtifactRecord> reference_artifacts(const record::ReferenceOutcome& outcome);
// `artifact` gives the content of that name, if the run has it. Throws std::runtime_error where
// bytes are not of that form.
record::ReferenceOutcome read_reference(
    const std::function<std::optional<std::vector<std::byte>>(const std::string& name)>& artifact);

}  // namespace skald
