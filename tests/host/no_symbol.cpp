// A shared library that is not a plugin; none of its code may run.
#include <cstdlib>

namespace {

struct AtLoad {
  AtLoad() { std::abort(); }
};

const AtLoad at_load;

}  // namespace

extern "C" __attribute__((visibility("default"))) int answer() { return 42; }
