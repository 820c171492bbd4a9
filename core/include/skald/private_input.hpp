// What the set-up of a run reads from the clients' private rows.
#pragma once

#include <array>

namespace skald {

// Something that shapes a run and was computed from private rows before, or outside, its releases:
// a start, a step size, constants of standardisation, a clip. Whatever follows from it is revealed
// without protection, so eps is infinite, unless the user declares the input public in the grid
// (`run.public`) or it is itself released under noise, as one of the releases. The host notes the
// reads that it sees (a start at the mode, formulas over curvature, gradients requested before the
// first iteration); data sets and samplers declare the rest. The strings have static storage.
struct PrivateInput {
  const char* name;    // one snake_case word; run.public refers to the input by it
  const char* why;     // what was computed from which rows, say "features are shifted by the means
                       // of the training rows": a clause without full stop
  const char* remedy;  // how to avoid it, say "give center and scale": likewise
};

// The usual names. A grid may declare them public even if a run reads no such input, as in a grid
// over data sets; any other name only where it is read.
namespace inputs {

inline constexpr const char* start = "start";          // where chains begin
inline constexpr const char* curvature = "curvature";  // bounds of the curvature
inline constexpr const char* gradients = "gradients";  // requested before the first iteration
inline constexpr const char* counts = "counts";        // numbers of rows
inline constexpr const char* standardisation = "standardisation";  // shifts and scales
inline constexpr const char* encoding = "encoding";      // which classes, words or sizes there are
inline constexpr const char* imputation = "imputation";  // what stands for missing values
inline constexpr const char* vocabulary = "vocabulary";  // the most frequent words
inline constexpr const char* clip = "clip";              // a norm to which messages are clipped
inline constexpr std::array usual{start,    curvature,  gradients,  counts, standardisation,
                                  encoding, imputation, vocabulary, clip};

}  // namespace inputs

}  // namespace skald
