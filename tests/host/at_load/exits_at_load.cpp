// A plugin whose static initialiser ends the process as if all were well.
#include <unistd.h>

#include "plain_model.hpp"

namespace {

struct AtLoad {
  AtLoad() { ::_exit(0); }
};

const AtLoad at_load;

}  // namespace

SKALD_PLUGIN = plain_descriptor("exits_at_load");
