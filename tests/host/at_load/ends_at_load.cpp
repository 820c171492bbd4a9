// Its static initialiser throws, which nothing catches.
#include <stdexcept>

#include "plain_model.hpp"

namespace {

struct AtLoad {
  AtLoad() { throw std::runtime_error("no device"); }
};

const AtLoad at_load;

}  // namespace

SKALD_PLUGIN = plain_descriptor("ends_at_load");
