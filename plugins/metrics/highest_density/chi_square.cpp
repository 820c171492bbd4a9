#include "highest_density/chi_square.hpp"

#include <boost/math/distributions/chi_squared.hpp>

namespace skald {

double chi_square_quantile(double degrees, double p) {
  return boost::math::quantile(boost::math::chi_squared(degrees), p);
}

}  // namespace skald
