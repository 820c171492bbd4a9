// How the store keeps what a run's coefficients mean.
#pragma once

#include <optional>
#include <string>

#include "record/coefficients.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Name of the artifact: JSON, with numbers to the last bit.
inline constexpr const char* kCoefficientsArtifact = "coefficients";

std::string to_json(const record::Coefficients& coefficients);

// Returns what the run with this full hash has stored of its coefficients; nothing if it is of an
// earlier version, or of a data set or model that does not say. Throws store::DamagedError if it
// cannot be read.
std::optional<record::Coefficients> stored_coefficients(const store::StoreReader& reader,
                                                        const std::string& hash);

}  // namespace skald
