// A plugin that fails when an object is created.
#include "plain_model.hpp"

#include <stdexcept>

namespace {

constexpr skald::PluginDescriptor broken() {
  skald::PluginDescriptor d = plain_descriptor("throws_in_create");
  d.create = [](const skald::PluginDescriptor&, const skald::Value*) -> void* {
    throw std::runtime_error("no more memory");
  };
  return d;
}

}  // namespace

SKALD_PLUGIN = broken();
