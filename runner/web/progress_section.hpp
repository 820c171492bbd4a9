// What the page of a study says of the sweep that is under way.
#pragma once

#include <optional>
#include <string>

#include "database/study_progress.hpp"

namespace skald {

struct Following {
  StudyProgress progress;
  std::optional<std::string> writer;  // who writes the database now
  std::string time_left;              // estimated, such as "3m20s"; empty: unknown
  int renewal = 0;                    // seconds after which the page loads itself again
};

// Returns the section as HTML: a bar, and how many runs have ended with which status.
std::string progress_section(const Following& following);

}  // namespace skald
