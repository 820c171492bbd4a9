// A plugin that is in order; built twice, for the refusal of two plugins of one name.
#include "plain_model.hpp"

SKALD_PLUGIN = plain_descriptor("plain");
