// A plugin that throws something that is not a std::exception.
#include "plain_model.hpp"

namespace {

constexpr skald::PluginDescriptor broken() {
  skald::PluginDescriptor d = plain_descriptor("throws_int");
  d.create = [](const skald::PluginDescriptor&, const skald::Value*) -> void* { throw 42; };
  return d;
}

}  // namespace

SKALD_PLUGIN = broken();
