// Local steps that lead a client's q to the Gaussian of least free energy.
#pragma once

#include <cstdint>

#include "skald/parts/variational/ivon.hpp"
#include "skald/parts/variational/natural_gradient.hpp"
#include "skald/parts/variational/site_options.hpp"

namespace skald {

// q after K steps of ivon.hpp or of natural_gradient.hpp, as `options.local` says. normals(step)
// has `pairs` columns; gradients(step, points) are those of -log likelihood in that step.
template <class Options, class Normals, class Gradients>
NaturalGaussian local_steps(const Options& options, NaturalGaussian q,
                            const NaturalGaussian& cavity, Normals&& normals,
                            Gradients&& gradients) {
  const auto at = [&](std::int64_t step) {
    return [&gradients, step](const auto& points) { return gradients(step, points); };
  };
  if (options.local == "ivon") {
    Ivon ivon(q, options.beta1, options.beta2);
    for (std::int64_t step = 0; step < options.K; ++step) {
      ivon.step(cavity, options.lr, normals(step), at(step));
    }
    return ivon.q();
  }
  for (std::int64_t step = 0; step < options.K; ++step) {
    q = natural_step(q, cavity, options.lr, normals(step), at(step));
  }
  return q;
}

}  // namespace skald
