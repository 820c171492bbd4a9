// A loader of another version.
#include "skald/loader.hpp"

SKALD_LOADER = {sizeof(skald::LoaderDescriptor), SKALD_ABI_TAG, skald::kInterfaceVersion - 1,
                nullptr};
