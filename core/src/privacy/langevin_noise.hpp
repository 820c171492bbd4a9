// What the noise of averaged Langevin steps hides of one record.
#pragma once

#include <cstdint>

namespace skald::privacy {

/// One local step of FA-LD (Deng et al. 2021, algorithms 1 and 4) with clients of equal weight
/// 1/N, S of which take part. Client c moves by
///
///   - h N ghat_c + sqrt(2 h T) (rho z + sqrt((1 - rho^2) N) z^c),
///
/// where ghat_c is 1 / rate times the sum over its sampled rows of gradients clipped to `clip`,
/// z is common to all clients and z^c is its own. The server averages the participants.
struct LangevinStep {
  double step;  // h, above 0
  double temp = 1;
  double rho = 0;  // amplitude of the common noise, in [0, 1]
  std::int64_t clients = 1, participants = 1;
  double clip = 1;
  double rate = 1;  // share of a client's rows in a batch, in (0, 1]
};

/// Whether the adversary has the seed of the common noise (as every client has, and a server that
/// deals it out) or not.
enum class CommonNoise { known, hidden };

/// What the adversary sees of a step: the new iterate of every participant, or their average alone,
/// and everything else that does not depend on the record, such as all other rows.
enum class LangevinView { iterates, average };

/// Standard deviation of the Gaussian noise over what one clipped row adds to what is seen: the
/// step is a Gaussian release with that multiplier, exactly. Zero where nothing hides the row.
/// `average` is the view of an observer only where every step is averaged (K = 1): with K > 1 a row
/// also acts through the iterates of its client. Throws std::invalid_argument for numbers out of
/// range.
double langevin_multiplier(const LangevinStep& step, CommonNoise common, LangevinView view);

}  // namespace skald::privacy
