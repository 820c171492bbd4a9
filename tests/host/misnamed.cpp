// A plugin with another name than its file.
#include "plain_model.hpp"

SKALD_PLUGIN =
    plain_descriptor("misnamed", [](skald::PluginDescriptor& d) { d.info.name = "somebody_else"; });
