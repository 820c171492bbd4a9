// Files that say how fast clients are, and when they are there.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "skald/block.hpp"

namespace skald::clients {

// What a client's device takes for its work.
struct Device {
  double step_seconds = 0;
  double latency = 0;                                               // seconds per report
  double bandwidth_up = std::numeric_limits<double>::infinity();    // bits per second
  double bandwidth_down = std::numeric_limits<double>::infinity();  // bits per second
};

// From `start` on, and until before `end`.
struct Stay {
  double start = 0, end = 0;
};

// Returns the device of every client from a CSV file with a header; `otherwise` fills the columns
// that it does not have. Throws std::runtime_error, which names file, line, what was found and what
// was expected, unless each of that many clients has one row.
std::vector<Device> read_devices(const std::string& file, Index clients, const Device& otherwise);

// Returns the stays of every client, in order and apart from each other: those that touch or
// overlap are one. Throws std::runtime_error for other clients, stays outside [0, period], and if
// there are none.
std::vector<std::vector<Stay>> read_stays(const std::string& file, Index clients, double period);

}  // namespace skald::clients
