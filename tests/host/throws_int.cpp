// A plugin that throws something that is not a std::exception.
#include "plain_model.hpp"

SKALD_PLUGIN = plain_descriptor("throws_int", [](skald::PluginDescriptor& d) {
  d.create = [](const skald::PluginDescriptor&, const skald::Value*) -> void* { throw 42; };
});
