// A study as a self-contained HTML page.
#pragma once

#include <string>

#include "web/read_study.hpp"

namespace skald {

// The parts of a study's page, for pages that are assembled elsewhere.
struct StudyParts {
  std::string title;             // plain text
  std::string header, contents;  // HTML
  std::string data;              // JSON for a script element, read by the page's scripts
};

StudyParts study_parts(const Study& study);

// Returns the page of a study. The same study gives the same bytes. The table shows the texts
// of comparison_table(), and the data contain comparison_numbers(). Text from the database
// never becomes markup.
std::string study_page(const Study& study);

// The approximate limit for points of all curves of a page together; each has at most 200.
inline constexpr std::size_t kMostDrawnPoints = 150'000;

}  // namespace skald
