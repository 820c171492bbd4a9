// A plugin whose static destructor ends the process as if all were well.
#include <unistd.h>

#include "plain_model.hpp"

namespace {

struct AtEnd {
  ~AtEnd() { ::_exit(0); }
};

const AtEnd at_end;

}  // namespace

SKALD_PLUGIN = plain_descriptor("exits_at_end");
