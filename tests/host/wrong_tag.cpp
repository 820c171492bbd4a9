// A plugin built by another compiler.
#include "plain_model.hpp"

SKALD_PLUGIN = plain_descriptor(
    "wrong_tag", [](skald::PluginDescriptor& d) { d.abi_tag = "skald-1 icc-19 cxx11abi-0"; });
