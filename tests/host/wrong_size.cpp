// A plugin built against an SDK whose descriptor had another size.
#include "plain_model.hpp"

SKALD_PLUGIN = plain_descriptor("wrong_size", [](skald::PluginDescriptor& d) {
  d.size = 40;
  d.abi_tag = nullptr;  // must not be read
});
