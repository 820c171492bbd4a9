// Pages that change while they are open: the list of databases, and a study of one of them.
#pragma once

#include <span>
#include <string>

#include "serve/database_feed.hpp"

namespace skald {

// What a live page shows; see LivePage.
struct LiveView {
  std::string title;           // plain text
  std::string body, progress;  // HTML; `progress` belongs into the element of that id in `body`
  std::string data = "{}";     // JSON
  std::string contents;        // other text for another body or other data
  bool is_found = true;
};

// One database among those that are served; `number` is its place in their list.
struct ServedDatabase {
  std::size_t number = 0;
  std::string file;  // as it was given
  const DatabaseState* state = nullptr;
};

// Every database with how far its studies are.
LiveView index_view(std::span<const ServedDatabase> databases);

// The study of that name, or the last one that was declared if `name` is empty; what there is to
// say in its place where there is no such study, no database, or `rendering` is not there yet.
LiveView study_view(const ServedDatabase& database, const std::string& name,
                    const StudyRendering* rendering);

// "/db/0/", and with more: "/db/0/runs".
std::string database_path(std::size_t number, std::string_view more = "");

// A bar and a sentence: how far a study is.
std::string progress_html(const FollowedStudy& study, const std::string& failed_address);

}  // namespace skald
