#include "calibration/ranks.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>

namespace skald {

Eigen::VectorXd ranks(ConstBlock draws, ConstBlock parameter) {
  const auto x = draws.matrix().array();
  const auto truth = parameter.column(0).array();
  Eigen::VectorXd found(draws.rows);
  for (Index i = 0; i < draws.rows; ++i) {
    found[i] = static_cast<double>((x.row(i) < truth[i]).count()) +
               0.5 * static_cast<double>((x.row(i) == truth[i]).count());
  }
  return found;
}

double covered(double rank, Index draws, double level) {
  const auto slots = static_cast<double>(draws + 1);
  const double tail = (1 - level) / 2 * slots;
  return std::max(0.0, std::min(rank + 1, slots - tail) - std::max(rank, tail));
}

double rank_score(double rank, Index draws) {
  const boost::math::normal standard;
  return boost::math::quantile(standard, (rank + 0.5) / static_cast<double>(draws + 1));
}

double mean_square_rank_score(Index draws) {
  double sum = 0;
  for (Index rank = 0; rank <= draws; ++rank) {
    const double score = rank_score(static_cast<double>(rank), draws);
    sum += score * score;
  }
  return sum / static_cast<double>(draws + 1);
}

}  // namespace skald
