// A metric along a run.
#pragma once

#include <cstdint>
#include <vector>

#include "record/records.hpp"

namespace skald::record {

using Curve = std::vector<PointRecord>;  // by iteration

// A run at one of its iterations.
struct RunMoment {
  std::int64_t run = 0;  // StudyRuns::Run::id
  std::int64_t iteration = 0;
};

}  // namespace skald::record
