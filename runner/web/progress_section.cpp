#include "web/progress_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "web/html_text.hpp"

namespace skald {
namespace {

std::string by_status(const StudyProgress& progress) {
  std::string text = fmt::format(": {} ok", progress.ok);
  if (progress.diverged > 0) text += fmt::format(", {} diverged", progress.diverged);
  if (progress.failed > 0) text += fmt::format(", {} failed", progress.failed);
  return text;
}

}  // namespace

std::string progress_section(const Following& following) {
  const StudyProgress& progress = following.progress;
  std::string html = fmt::format(
      "<section id=\"progress\" aria-label=\"Progress\">\n<p class=\"bar\"><progress max=\"{0}\" "
      "value=\"{1}\" aria-label=\"Runs that have ended\"></progress> <span><strong>{1} of "
      "{2}{0}</strong> run{3} ended",
      std::max(progress.declared, progress.ended), progress.ended,
      progress.is_open ? "at most " : "", progress.declared == 1 ? "" : "s");
  if (progress.ended > 0) html += by_status(progress);
  html += ".</span>";
  if (!following.time_left.empty()) html += " <span>About " + following.time_left + " left.</span>";
  html += fmt::format("</p>\n<p class=\"muted\">{}; this page loads itself again every {} s.</p>\n",
                      following.writer ? "Being written by " + html_line(*following.writer)
                                       : std::string("Nobody is writing the database now"),
                      following.renewal);
  return html + "</section>\n";
}

}  // namespace skald
