// A plugin whose description is incomplete.
#include "plain_model.hpp"

namespace {

constexpr skald::PluginDescriptor broken() {
  skald::PluginDescriptor d = plain_descriptor("no_summary");
  d.info.summary = nullptr;
  return d;
}

}  // namespace

SKALD_PLUGIN = broken();
