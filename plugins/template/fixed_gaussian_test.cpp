// Values of fixed_gaussian that are known in closed form.
#include "fixed_gaussian.cpp"

#include "expect.hpp"

int main() {
  const FixedGaussian mechanism(Options{.multiplier = 3, .delta = 1e-6});
  return expect("the noise that the accountant sees", mechanism.law(0).multiplier == 3) +
         expect("the delta that is claimed", mechanism.claim()->delta == 1e-6);
}
