// How the store keeps what a reference run leaves for other runs.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "record/records.hpp"
#include "record/reference_outcome.hpp"

namespace skald {

// Returns one artifact for each matrix in `outcome`: rows and columns as 64-bit integers, then the
// values column by column, in the machine's byte order.
std::vector<record::ArtifactRecord> reference_artifacts(const record::ReferenceOutcome& outcome);
// Reads them back. `artifact` returns the content of the artifact of that name, if the run has it.
// Throws std::runtime_error if bytes do not have that form.
record::ReferenceOutcome read_reference(
    const std::function<std::optional<std::vector<std::byte>>(const std::string& name)>& artifact);

}  // namespace skald
