#include "privacy/budget.hpp"

#include <stdexcept>
#include <string>

namespace skald::privacy {

void check_budget(double epsilon, double delta) {
  if (!(epsilon >= 0)) {
    throw std::invalid_argument("privacy budget: epsilon is " + std::to_string(epsilon) +
                                ", expected a number from 0 to infinity");
  }
  if (!(delta >= 0 && delta <= 1)) {
    throw std::invalid_argument("privacy budget: delta is " + std::to_string(delta) +
                                ", expected a number from 0 to 1");
  }
}

}  // namespace skald::privacy
