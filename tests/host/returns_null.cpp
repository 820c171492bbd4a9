// A plugin that creates nothing.
#include "plain_model.hpp"

namespace {

constexpr skald::PluginDescriptor broken() {
  skald::PluginDescriptor d = plain_descriptor("returns_null");
  d.create = [](const skald::PluginDescriptor&, const skald::Value*) -> void* { return nullptr; };
  return d;
}

}  // namespace

SKALD_PLUGIN = broken();
