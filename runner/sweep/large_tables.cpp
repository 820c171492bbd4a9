#include "sweep/large_tables.hpp"

#include <fmt/core.h>

#include "data/file_cache.hpp"

namespace skald {
namespace {

constexpr std::chrono::seconds kBetweenTableLooks{1};

}  // namespace

std::vector<std::string> LargeTables::news(Clock::time_point now) {
  std::vector<std::string> lines;
  if (now < next_look_) return lines;
  next_look_ = now + kBetweenTableLooks;
  for (const data::FileInMaking& file : data::files_in_making()) {
    if (!told_.insert(file.name).second) continue;
    lines.push_back(fmt::format(
        "a table is being made, once for all runs that read it: {}; skald data cache lists what is "
        "there, and empties it",
        data::place_of_bytes(file.size)));
  }
  return lines;
}

}  // namespace skald
