// A study as a self-contained HTML page.
#pragma once

#include <optional>
#include <string>

#include "web/progress_section.hpp"
#include "web/read_study.hpp"

namespace skald {

// Returns the page of a study. The same study gives the same bytes by the same gnuplot, which draws
// its charts; without gnuplot the page says so in their place. The table shows the texts of
// comparison_table(), and the data contain comparison_numbers(). Text from the database never
// becomes markup. With `following`, the page shows the progress of the sweep, too, and loads
// itself again.
std::string study_page(const Study& study, const std::optional<Following>& following = {});

// The approximate limit for points of all curves of a page together; each has at most 60.
inline constexpr std::size_t kMostDrawnPoints = 100'000;

}  // namespace skald
