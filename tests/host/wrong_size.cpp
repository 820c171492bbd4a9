// A plugin built against an SDK whose descriptor had another size.
#include "plain_model.hpp"

namespace {

constexpr skald::PluginDescriptor broken() {
  skald::PluginDescriptor d = plain_descriptor("wrong_size");
  d.size = 40;
  d.abi_tag = nullptr;  // must not be read
  return d;
}

}  // namespace

SKALD_PLUGIN = broken();
