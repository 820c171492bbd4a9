// A sampler's statement that its chain belongs to a family whose exact law on Gaussian potentials
// is known, which lets the host report the exact answer beside the measured one.
#pragma once

#include <cstdint>
#include <span>

namespace skald {

// One Langevin chain, or N local chains that are averaged, in terms of one step h on the global
// potential U = sum_c U_c: client c moves by (h / w_c) grad U_c and adds the noise
//   sqrt(2 h T) (rho z + sqrt((1 - rho^2) / w_c) z_c)
// where z is common to all clients and z_c is the client's own. A plain value; the spans are
// borrowed and stay valid as long as the sampler that provided them.
struct LangevinLaw {
  enum class Kind {
    single_chain,    // ULA, SGLD: theta - h grad U + sqrt(2 h T) z
    averaging,       // FA-LD, FALD: local steps, then the weighted average of all clients
    control_variate  // VR-FALD*: as above, drift corrected by a shared reference point
  };
  enum class Participation {
    full,
    with_replacement,    // S independent draws of a client, P(c) = w_c (scheme I)
    without_replacement  // S distinct clients, uniformly (scheme II)
  };

  Kind kind = Kind::single_chain;
  double step = 0;     // h > 0
  double temp = 1;     // Sampler::temperature(); of an optimiser 0
  double rho = 0;      // in [0, 1]
  std::int64_t K = 0;  // local steps per round of a fixed schedule; 0: not fixed
  double p_c = 0;      // probability of communication per iteration; 0: not random
  double q_cv = 0;     // probability per iteration of a new reference point
  Participation participation = Participation::full;
  std::int64_t S = 0;             // participants per round; ignored when all take part
  bool at_communication = false;  // draws are taken only at communications, not at every iteration
  bool full_batch = true;         // every gradient is the full gradient of the client
  std::int64_t batch = 0;         // rows per minibatch, without replacement; 0: all
  std::span<const double> weights;  // w_c > 0, sum 1; empty: 1/N each
  // Covariances of the minibatch estimates of grad U_c: one column-major d x d matrix per client,
  // clients in order; for a single chain one matrix, that of grad U. Providing them states that all
  // examples of a client have the same Hessian. Empty if they are not known.
  std::span<const double> gradient_noise;
};

}  // namespace skald
