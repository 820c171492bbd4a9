// What a run's results keep beside numbers.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "record/coefficients.hpp"
#include "record/records.hpp"
#include "record/run_outcome.hpp"
#include "store/store_reader.hpp"

namespace skald {

// How the store keeps what a reference run leaves for other runs.

// Returns one artifact for each matrix in `outcome`: rows and columns as 64-bit integers, then the
// values column by column, in the machine's byte order.
std::vector<record::ArtifactRecord> reference_artifacts(const record::ReferenceOutcome& outcome);
// Reads them back. `artifact` returns the content of the artifact of that name, if the run has it.
// Throws std::runtime_error if bytes do not have that form.
record::ReferenceOutcome read_reference(
    const std::function<std::optional<std::vector<std::byte>>(const std::string& name)>& artifact);

// How the store keeps what a run's coefficients mean.

// Name of the artifact: JSON, with numbers to the last bit.
inline constexpr const char* kCoefficientsArtifact = "coefficients";

std::string to_json(const record::Coefficients& coefficients);

// Returns what the run with this full hash has stored of its coefficients; nothing if it is of an
// earlier version, or of a data set or model that does not say. Throws store::DamagedError if it
// cannot be read.
std::optional<record::Coefficients> stored_coefficients(const store::StoreReader& reader,
                                                        const std::string& hash);

}  // namespace skald
