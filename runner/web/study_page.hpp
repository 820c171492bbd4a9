// A study as a self-contained HTML page.
#pragma once

#include <optional>
#include <string>

#include "database/study_progress.hpp"
#include "web/read_study.hpp"

namespace skald {

// What the page of a study says of the sweep that is under way.
struct Following {
  StudyProgress progress;
  std::optional<std::string> writer;  // who writes the database now
  std::string time_left;              // estimated, such as "3m20s"; empty: unknown
  int renewal = 0;                    // seconds after which the page loads itself again
};

// Returns the section as HTML: a bar, and how many runs have ended with which status.
std::string progress_section(const Following& following);

// Returns the page of a study. The same study gives the same bytes by the same gnuplot, which draws
// its charts; without gnuplot the page says so in their place. The table shows the texts of
// comparison_table(), and the data contain comparison_numbers(). Text from the database never
// becomes markup. With `following`, the page shows the progress of the sweep, too, and loads
// itself again.
std::string study_page(const Study& study, const std::optional<Following>& following = {});

// The approximate limit for points of all curves of a page together; each has at most 60.
inline constexpr std::size_t kMostDrawnPoints = 100'000;

}  // namespace skald
