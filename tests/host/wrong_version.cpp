// A plugin built against other interface classes.
#include "plain_model.hpp"

namespace {

constexpr skald::PluginDescriptor broken() {
  skald::PluginDescriptor d = plain_descriptor("wrong_version");
  d.interface_version = 99;
  return d;
}

}  // namespace

SKALD_PLUGIN = broken();
