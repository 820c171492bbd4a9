// The chi-square law.
#pragma once

namespace skald {

// The quantile at p in [0, 1) of the law with `degrees` > 0 degrees of freedom.
double chi_square_quantile(double degrees, double p);

}  // namespace skald
