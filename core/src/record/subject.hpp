// Whom something that is said of a cell is about.
#pragma once

#include <string>

namespace skald::record {

struct Subject {
  std::string section;  // of the grid: "sampler", "start.sampler", "metrics"; empty: none alone
  std::string metric;   // in the section "metrics": the name of the metric, if it is about one
};

}  // namespace skald::record
