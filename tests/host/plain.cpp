// A correct plugin; built twice, for the refusal of two plugins of one name.
#include "plain_model.hpp"

SKALD_PLUGIN = plain_descriptor("plain");
