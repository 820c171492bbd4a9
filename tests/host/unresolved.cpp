// A plugin that needs a function that no library provides.
#include "plain_model.hpp"

extern "C" void nobody_provides_this();

SKALD_PLUGIN = plain_descriptor("unresolved", [](skald::PluginDescriptor& d) {
  d.destroy = [](void*) noexcept { nobody_provides_this(); };
});
