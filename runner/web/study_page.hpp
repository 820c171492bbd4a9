// A study as one page that needs nothing else: HTML with its style, scripts and data.
#pragma once

#include <string>

#include "web/read_study.hpp"

namespace skald {

// What a page of a study consists of, for a page that is put together elsewhere.
struct StudyParts {
  std::string title;             // plain text
  std::string header, contents;  // HTML
  std::string data;              // JSON for a script element, which the scripts read
};

StudyParts study_parts(const Study& study);

// The same study gives the same bytes. Numbers of the table are the texts of comparison_table(),
// and comparison_numbers() in the data; a text from the database is text on the page, whatever it
// is.
std::string study_page(const Study& study);

// How many points all curves of a page have together, at most about: each has at most 200.
inline constexpr std::size_t kMostDrawnPoints = 150'000;

}  // namespace skald
