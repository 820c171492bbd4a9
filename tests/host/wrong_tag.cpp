// A plugin built by another compiler.
#include "plain_model.hpp"

namespace {

constexpr skald::PluginDescriptor broken() {
  skald::PluginDescriptor d = plain_descriptor("wrong_tag");
  d.abi_tag = "skald-1 icc-19 cxx11abi-0";
  return d;
}

}  // namespace

SKALD_PLUGIN = broken();
