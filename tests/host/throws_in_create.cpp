// A plugin that fails when an object is created.
#include "plain_model.hpp"

#include <stdexcept>

SKALD_PLUGIN = plain_descriptor("throws_in_create", [](skald::PluginDescriptor& d) {
  d.create = [](const skald::PluginDescriptor&, const skald::Value*) -> void* {
    throw std::runtime_error("no more memory");
  };
});
