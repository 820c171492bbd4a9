// A plugin that needs a function that no library provides.
#include "plain_model.hpp"

extern "C" void nobody_provides_this();

namespace {

constexpr skald::PluginDescriptor broken() {
  skald::PluginDescriptor d = plain_descriptor("unresolved");
  d.destroy = [](void*) noexcept { nobody_provides_this(); };
  return d;
}

}  // namespace

SKALD_PLUGIN = broken();
