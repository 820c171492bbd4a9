#include "privacy/pld/loss_profile.hpp"

#include <algorithm>
#include <cmath>

namespace skald::privacy {
namespace {

constexpr double largest_share = 0.25;
constexpr int most_halvings = 60;

struct Edge {
  double loss;
  LossTails tails;
};

struct EdgeMasses {
  double p, q;
};

EdgeMasses between(const Edge& low, const Edge& high) {
  const bool left = high.tails.p_below < 0.5;
  return left ? EdgeMasses{high.tails.p_below - low.tails.p_below,
                           high.tails.q_below - low.tails.q_below}
              : EdgeMasses{low.tails.p_above - high.tails.p_above,
                           low.tails.q_above - high.tails.q_above};
}

void append(LossProfile& profile, const Edge& low, const Edge& high) {
  const EdgeMasses mass = between(low, high);
  if (!(mass.p > 0)) return;
  const double middle = std::log(mass.p / mass.q);
  profile.edges.back() = low.loss;
  profile.edges.push_back(high.loss);
  profile.loss.push_back(std::isfinite(middle) ? std::clamp(middle, low.loss, high.loss)
                                               : 0.5 * (low.loss + high.loss));
  profile.log_mass.push_back(std::log(mass.p));
}

void halve(LossProfile& profile, const LossLaw& law, const Edge& low, const Edge& high,
           double least, int halvings) {
  const double p = between(low, high).p;
  const double beyond = std::min(low.tails.p_above, high.tails.p_below);
  if (halvings == most_halvings || p <= largest_share * beyond || beyond <= least) {
    append(profile, low, high);
    return;
  }
  const double loss = 0.5 * (low.loss + high.loss);
  const Edge middle{loss, law.tails(loss)};
  halve(profile, law, low, middle, least, halvings + 1);
  halve(profile, law, middle, high, least, halvings + 1);
}

}  // namespace

LossProfile profile_of(const LossLaw& law, double negligible) {
  LossProfile profile{{law.range.low}, {}, {}};
  const Edge low{law.range.low, law.tails(law.range.low)};
  const Edge high{law.range.high, law.tails(law.range.high)};
  halve(profile, law, low, high, negligible, 0);
  return profile;
}

}  // namespace skald::privacy
