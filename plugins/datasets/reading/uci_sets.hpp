// The small data sets below uci/ of the data folder: how each file is to be read.
#pragma once

#include <span>

#include "reading/delimited_table.hpp"

namespace skald {

struct UciSet {
  const char* file;  // its name without folders
  DelimitedOptions options;
};

std::span<const UciSet> uci_sets();

}  // namespace skald
