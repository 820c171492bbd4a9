// Values of euler_maruyama that are known in closed form.
#include "euler_maruyama.cpp"

#include "expect.hpp"

int main() {
  skald::LangevinLaw law;
  const bool has_law = EulerMaruyama(Options{.step = 0.25}).law(law);
  return expect("the chain states the law of its step", has_law && law.step == 0.25);
}
