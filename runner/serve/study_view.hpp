// Pages that change while they are open: the list of databases, and a study of one of them.
#pragma once

#include <span>
#include <string>

#include "serve/database_feed.hpp"

namespace skald {

// The content of a live page; see LivePage.
struct LiveView {
  std::string title;           // plain text
  std::string body, progress;  // HTML; `progress` is inserted into the element #progress of `body`
  std::string data = "{}";     // JSON
  std::string contents;        // changes whenever body or data do
  bool is_found = true;
};

// A served database; `number` is its position in the list.
struct ServedDatabase {
  std::size_t number = 0;
  std::string file;  // as given on the command line
  const DatabaseState* state = nullptr;
};

// Returns a page that lists all databases and the progress of their studies.
LiveView index_view(std::span<const ServedDatabase> databases);

// Returns the page of a study, by default of the last one declared. If there is no such study, no
// database, or no rendering yet, the page says so.
LiveView study_view(const ServedDatabase& database, const std::string& name,
                    const StudyRendering* rendering);

// Returns "/db/0/"; with `more`, "/db/0/runs".
std::string database_path(std::size_t number, std::string_view more = "");

}  // namespace skald
