// A plugin that creates nothing.
#include "plain_model.hpp"

SKALD_PLUGIN = plain_descriptor("returns_null", [](skald::PluginDescriptor& d) {
  d.create = [](const skald::PluginDescriptor&, const skald::Value*) -> void* { return nullptr; };
});
