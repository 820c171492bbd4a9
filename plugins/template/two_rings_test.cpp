// Values of two_rings that are known in closed form.
#include "two_rings.cpp"

#include "expect.hpp"

int main() {
  TwoRings rings(Options{.rows = 10, .noise = 0.5});
  const skald::Table table = rings.load(NoRandom());
  // Without random numbers, all angles and all noise are 0.
  return expect("ten rows, eight of them for training", table.rows() == 10 && table.train == 8) +
         expect("a row of class 0 has radius 1", table.features.column(0).norm() == 1) +
         expect("a row of class 1 has radius 2", table.features.column(1).norm() == 2);
}
