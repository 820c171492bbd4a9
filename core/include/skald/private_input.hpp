// What the set-up of a run reads from the clients' private rows.
#pragma once

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

}  // namespace skald
