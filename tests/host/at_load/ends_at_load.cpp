// A plugin whose static initialiser throws an exception that nothing catches.
#include <stdexcept>

#include "plain_model.hpp"

namespace {

struct AtLoad {
  AtLoad() { throw std::runtime_error("no device"); }
};

const AtLoad at_load;

}  // namespace

SKALD_PLUGIN = plain_descriptor("ends_at_load");
