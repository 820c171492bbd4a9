// A plugin whose static initialiser does not return.
#include <unistd.h>

#include "plain_model.hpp"

namespace {

struct AtLoad {
  AtLoad() {
    for (;;) ::pause();
  }
};

const AtLoad at_load;

}  // namespace

SKALD_PLUGIN = plain_descriptor("hangs_at_load");
