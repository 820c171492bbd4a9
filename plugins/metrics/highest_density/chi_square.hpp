// The chi-square law.
#pragma once

namespace skald {

// Its quantile with `degrees` > 0 degrees of freedom, at p in [0, 1).
double chi_square_quantile(double degrees, double p);

}  // namespace skald
