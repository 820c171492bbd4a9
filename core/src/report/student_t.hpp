// Student's t distribution.
#pragma once

namespace skald::report {

// Returns t with P(T <= t) = probability for `degrees` > 0 degrees of freedom.
double student_t_quantile(double degrees, double probability);

// P(|T| >= |t|) for `degrees` > 0 degrees of freedom: the two-sided p-value.
double student_t_tails(double degrees, double t);

}  // namespace skald::report
