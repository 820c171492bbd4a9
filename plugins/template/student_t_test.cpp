// Values of student_t that are known in closed form.
#include "student_t.cpp"

#include "expect.hpp"

int main() {
  const double row = 1, theta = 3;
  skald::Table table;
  table.features = {&row, 1, 1, 1};
  StudentT model(Options{.nu = 4, .scale = 1});
  model.bind(table);

  double gradient = 0;
  model.gradient(skald::Rows::range(0, 1), {&theta, 1, 1, 1}, {&gradient, 1, 1, 1});
  // (nu + 1) e / (nu s^2 + e^2) at e = 2
  return expect("the gradient of one row", std::abs(gradient - 5 * 2.0 / 8) < 1e-15);
}
