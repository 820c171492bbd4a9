// Values of energy_distance that are known in closed form.
#include "energy_distance.cpp"

#include "expect.hpp"

int main() {
  const double zero = 0, points[] = {3, 5};
  const double mean = mean_distance({&zero, 1, 1, 1}, {points, 1, 2, 1}, 1);
  return expect("the mean of the distances 3 and 5", mean == 4);
}
