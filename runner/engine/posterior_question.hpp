// Asks a worker for the exact posterior of a cell in some coordinates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracles/moments.hpp"

namespace skald {

// Coordinates, counted from 0.
using PosteriorQuestion = std::vector<std::int64_t>;
// Of these coordinates; nothing unless the posterior is Gaussian in closed form.
using ExactPosterior = std::optional<oracles::Moments>;

// Wire form. The decoders throw std::runtime_error if the bytes end too early.
std::string encode(const PosteriorQuestion& question);
PosteriorQuestion decode_posterior_question(std::string_view bytes);
std::string encode(const ExactPosterior& posterior);
ExactPosterior decode_exact_posterior(std::string_view bytes);

}  // namespace skald
