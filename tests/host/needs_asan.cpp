// A plugin instrumented by a sanitizer that the host may lack.
#include "plain_model.hpp"

SKALD_PLUGIN = plain_descriptor("needs_asan");
