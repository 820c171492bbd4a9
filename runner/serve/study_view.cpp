#include "serve/study_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "serve/http_message.hpp"
#include "text/percent.hpp"
#include "web/html_parts.hpp"
#include "web/html_text.hpp"
#include "web/page_frame.hpp"

namespace skald {
namespace {

std::string query_of(const std::string& study) {
  return study.empty() ? "" : "?study=" + text::percent_encoded(study);
}

const FollowedStudy* find_study(const DatabaseState& state, const std::string& name) {
  if (state.studies.empty()) return nullptr;
  if (name.empty()) return &state.studies.back();
  const auto found =
      std::find_if(state.studies.begin(), state.studies.end(),
                   [&](const FollowedStudy& study) { return study.progress.name == name; });
  return found == state.studies.end() ? nullptr : &*found;
}

std::string writer_html(const DatabaseState& state) {
  if (state.writer) {
    return "<p class=\"muted\">Being written by " + html_line(*state.writer) + ".</p>\n";
  }
  return "<p class=\"muted\">Nobody is writing it now.</p>\n";
}

// Returns why the numbers may be outdated, or why there are none; "" if there is no trouble.
std::string trouble_html(const DatabaseState& state) {
  if (state.version == 0) return "<p class=\"muted\">The database is being read ...</p>\n";
  if (!state.is_there) {
    return "<p class=\"trouble\">There is no such file now. Its studies appear here as soon as it "
           "is there.</p>\n";
  }
  if (state.trouble.empty()) return "";
  return "<p class=\"trouble\">It cannot be read now: " + html_line(state.trouble) + "</p>\n";
}

std::string crumbs(const ServedDatabase& database, const FollowedStudy* shown) {
  std::string html =
      "<nav aria-label=\"Studies\"><ul><li>" + html_link("/", "All databases") + "</li>";
  if (shown != nullptr) {
    const std::string runs = database_path(database.number, "runs");
    html += "<li>" + html_link(runs + query_of(shown->progress.name), "Runs") + "</li>";
  }
  constexpr std::size_t most = 30;
  std::size_t listed = 0;
  for (const FollowedStudy& study : database.state->studies) {
    if (&study == shown || ++listed > most) continue;
    const std::string& name = study.progress.name;
    html += "<li>" + html_link(database_path(database.number) + query_of(name), name) + "</li>";
  }
  return html + "</ul></nav>\n";
}

// Returns a bar and a sentence that show the progress of a study of that database.
std::string progress_html(const FollowedStudy& study, std::size_t database) {
  const StudyProgress& progress = study.progress;
  std::string html = fmt::format(
      "<p class=\"bar\"><progress max=\"{0}\" value=\"{1}\" aria-label=\"Runs that have "
      "ended\"></progress> <span><strong>{1} of {0}</strong> run{2} ended",
      std::max(progress.declared, progress.ended), progress.ended,
      progress.declared == 1 ? "" : "s");
  if (progress.ended > 0) html += fmt::format(": {} ok", progress.ok);
  if (progress.diverged > 0) html += fmt::format(", {} diverged", progress.diverged);
  if (progress.failed > 0) {
    const std::string failed =
        database_path(database, "runs") + query_of(progress.name) + "&status=failed";
    html += ", " + html_link(failed, fmt::format("{} failed", progress.failed));
  }
  html += ".</span>";
  if (study.until) html += fmt::format(" <span data-until=\"{:.0f}\"></span>", *study.until);
  return html + "</p>\n";
}

std::string framed(const std::string& header, const std::string& contents) {
  return header + "<section id=\"progress\" aria-label=\"Progress\"></section>\n" + contents;
}

std::string sentence_main(std::string_view sentence) {
  return fmt::format("<main id=\"main\"><p>{}</p></main>\n", sentence);
}

LiveView without_study(const ServedDatabase& database, const std::string& name) {
  const DatabaseState& state = *database.state;
  LiveView view;
  const bool is_sound = state.version > 0 && state.is_there && state.trouble.empty();
  view.is_found = name.empty() || !is_sound;
  view.title = std::filesystem::path(database.file).filename().string();
  std::string sentence = "As soon as there is a study it is shown here.";
  if (is_sound && !name.empty()) {
    sentence = "There is no study " + html_line(name) + " in this database.";
  }
  view.body = framed(html_header(view.title, database.file), sentence_main(sentence));
  view.progress = crumbs(database, nullptr) + trouble_html(state);
  view.contents = is_sound && !name.empty() ? "none" : "wait";
  return view;
}

}  // namespace

std::string database_path(std::size_t number, std::string_view more) {
  return fmt::format("/db/{}/{}", number, more);
}

LiveView index_view(std::span<const ServedDatabase> databases) {
  LiveView view;
  view.title = "Databases";
  view.contents = "index";
  view.body =
      framed(html_header("Results databases", "Read by skald serve; the numbers follow the files."),
             "<main id=\"main\"></main>\n");
  for (const ServedDatabase& database : databases) {
    const DatabaseState& state = *database.state;
    const std::string home = database_path(database.number);
    view.progress += fmt::format("<section data-key=\"db-{}\"><h2>{}</h2>\n{}", database.number,
                                 html_link(home, database.file), trouble_html(state));
    if (!state.studies.empty()) view.progress += writer_html(state) + "<ul class=\"studies\">\n";
    for (const FollowedStudy& study : state.studies) {
      const std::string query = query_of(study.progress.name);
      view.progress += "<li><strong>" + html_link(home + query, study.progress.name) + "</strong>" +
                       progress_html(study, database.number) + "</li>\n";
    }
    if (!state.studies.empty()) view.progress += "</ul>";
    const bool is_empty = state.studies.empty() && state.version > 0 && state.is_there;
    if (is_empty && state.trouble.empty())
      view.progress += "<p>No study has been declared yet.</p>";
    view.progress += "</section>\n";
  }
  return view;
}

LiveView study_view(const ServedDatabase& database, const std::string& name,
                    const StudyRendering* rendering) {
  const DatabaseState& state = *database.state;
  const FollowedStudy* study = find_study(state, name);
  if (study == nullptr) return without_study(database, name);
  LiveView view;
  view.title = study->progress.name;
  view.progress = crumbs(database, study) + trouble_html(state) +
                  progress_html(*study, database.number) + writer_html(state);
  const std::string header = html_header(view.title, "A study in " + database.file);
  if (rendering == nullptr) {
    view.contents = "reading";
    view.body = framed(header, sentence_main("The runs are being read ..."));
  } else if (!rendering->trouble.empty()) {
    view.contents = fmt::format("trouble-{}", rendering->version);
    view.body = framed(
        header, sentence_main("The study cannot be shown: " + html_line(rendering->trouble)));
  } else {
    view.contents = std::to_string(rendering->version);
    const std::string_view note =
        rendering->lacks_charts ? "<p class=\"muted\">The charts are being read ...</p>\n" : "";
    view.body = framed(rendering->parts.header,
                       std::string(note) + rendering->parts.contents + licences_footer());
    view.data = rendering->parts.data;
  }
  return view;
}

}  // namespace skald
