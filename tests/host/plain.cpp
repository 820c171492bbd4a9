// A correct plugin; built twice, to test that two plugins of one name are refused.
#include "plain_model.hpp"

SKALD_PLUGIN = plain_descriptor("plain");
