// A plugin built against other interface classes.
#include "plain_model.hpp"

SKALD_PLUGIN =
    plain_descriptor("wrong_version", [](skald::PluginDescriptor& d) { d.interface_version = 99; });
