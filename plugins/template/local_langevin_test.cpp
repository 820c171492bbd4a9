// Values of local_langevin that are known in closed form.
#include "local_langevin.cpp"

#include "expect.hpp"

int main() {
  const LocalLangevin sampler(Options{.step = 0.25, .temp = 2, .K = 4});
  skald::LangevinLaw law;
  const bool has_law = sampler.law(law);
  return expect("the chain states the law of its step", has_law && law.step == 0.25) +
         expect("a round has K steps", sampler.stride() == 4 && law.K == 4) +
         expect("its temperature is T", sampler.temperature() == 2 && law.temp == 2);
}
