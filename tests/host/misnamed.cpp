// A plugin with another name than its file.
#include "plain_model.hpp"

namespace {

constexpr skald::PluginDescriptor broken() {
  skald::PluginDescriptor d = plain_descriptor("misnamed");
  d.info.name = "somebody_else";
  return d;
}

}  // namespace

SKALD_PLUGIN = broken();
