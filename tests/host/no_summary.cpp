// A plugin whose description is incomplete.
#include "plain_model.hpp"

SKALD_PLUGIN =
    plain_descriptor("no_summary", [](skald::PluginDescriptor& d) { d.info.summary = nullptr; });
