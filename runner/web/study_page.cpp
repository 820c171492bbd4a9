#include "web/study_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "report/table_writer.hpp"
#include "system/program.hpp"
#include "text/number_text.hpp"
#include "web/comparison_section.hpp"
#include "web/html_text.hpp"
#include "web/page_charts.hpp"

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

namespace {

using record::ResultTable;
using record::SqlValue;
using report::format_value;

using text::counted;

std::string time_html(const std::string& time) { return "<time>" + html_line(time) + "</time>"; }

std::string values_text(const DeclaredAxis& axis) {
  constexpr std::size_t most = 60;
  std::string text;
  for (std::size_t v = 0; v < std::min(most, axis.values.size()); ++v) {
    text += (v == 0 ? "" : ", ") + format_value(axis.values[v]);
  }
  if (axis.values.size() > most)
    text += fmt::format(", ... ({})", text::counted(axis.values.size(), "value"));
  if (axis.is_unset_somewhere) text += "; unset in some cells";
  return text;
}

bool is_constant(const DeclaredAxis& axis) {
  return axis.values.size() == 1 && !axis.is_unset_somewhere;
}

std::string axis_rows(const Study& study, bool constants) {
  std::string html;
  for (const DeclaredAxis& axis : study.axes) {
    if (is_constant(axis) != constants) continue;
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", html_line(axis.name),
                        html_line(values_text(axis)));
  }
  return html;
}

std::string axis_table(const std::string& rows, std::string_view caption) {
  if (rows.empty()) return "";
  return html_table(caption, caption, html_heads({{"option"}, {"values"}}), rows,
                    " class=\"declared\"");
}

std::string asked(const Study& study) {
  std::string html;
  if (!study.description.empty()) html = "<p>" + html_line(study.description) + "</p>\n";
  const stopping::Rules& rules = study.replicates;
  const std::string least = rules.until ? fmt::format("{} to ", rules.min) : "at most ";
  html += fmt::format("<p>{} with {}{} each: {}{}", counted(study.cells, "cell"),
                      rules.are_open() ? least : "", counted(rules.max, "replicate"),
                      rules.are_open() ? "at most " : "", counted(study.cells * rules.max, "run"));
  if (!study.stopping_note.empty()) html += "; " + html_line(study.stopping_note);
  if (study.reference_cells > 0) {
    html += ", and " + counted(study.reference_cells, "reference cell") +
            ", whose runs others are compared with";
  }
  html += ". First declared " + time_html(study.created) + ".</p>\n";
  html += axis_table(axis_rows(study, false), "Axes of the grid");
  html += axis_table(axis_rows(study, true), "Options with one value in all cells");
  html += html_fold("The grid document", study.document) +
          "<p><button type=\"button\" id=\"save-grid\" hidden>Save the grid</button></p>\n";
  if (!study.others.empty()) {
    html += "<p class=\"muted\">The same database holds ";
    for (std::size_t s = 0; s < study.others.size(); ++s) {
      html += (s == 0 ? "" : ", ") + html_line(study.others[s]);
    }
    html += " too: <code>skald report --study NAME</code>.</p>\n";
  }
  return html_section("asked", "What was asked", html);
}

using Statuses = std::vector<std::pair<std::string, std::int64_t>>;

std::string status_table(std::string_view caption, const Statuses& statuses) {
  std::string rows;
  for (const auto& [status, runs] : statuses) {
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td></tr>\n",
                        html_line(status), runs);
  }
  return html_table(caption, caption, html_heads({{"status"}, {"runs", true}}), rows);
}

std::int64_t sum(const Statuses& statuses) {
  std::int64_t runs = 0;
  for (const auto& [status, count] : statuses) runs += count;
  return runs;
}

std::string ended(const Study& study) {
  const auto section = [](const std::string& contents) {
    return html_section("ended", "Run status", contents);
  };
  const std::int64_t runs = sum(study.statuses);
  const std::int64_t missing =
      study.replicates.are_open() ? 0 : study.cells * study.replicates.max - runs;
  if (runs == 0 && study.reference_statuses.empty()) {
    return section("<p>No run of this study has ended yet.</p>");
  }
  std::string html = fmt::format(
      "<p>{} ended, the first begun {}, the last ended {}; {:.1f} s of work "
      "together.",
      counted(runs, "run"), time_html(study.first_start), time_html(study.last_end),
      study.wall_seconds);
  if (missing > 0) html += fmt::format(" {} not there yet.", counted(missing, "run"));
  html += "</p>\n" + status_table("Runs by status", study.statuses);
  if (!study.reference_statuses.empty()) {
    html += status_table("Reference runs by status", study.reference_statuses);
  }
  return section(html);
}

// Figures are numbered in the order of the data, these from `number` on.
std::string figures(std::string_view id, std::string_view heading, std::string_view about,
                    const Figures& drawn, std::size_t first, std::size_t count,
                    const std::vector<std::string>& notes) {
  if (count == 0) return "";
  std::string html = fmt::format("<p>{}</p>\n<div class=\"figures\">\n", about);
  for (std::size_t number = first; number < first + count; ++number) html += drawn.html(id, number);
  html += "</div>\n";
  for (const std::string& note : notes) html += "<p class=\"muted\">" + html_line(note) + "</p>\n";
  return html_section(id, heading, html);
}

std::string all_figures(const PageCharts& charts, const Figures& drawn) {
  constexpr std::string_view pointing =
      " Choose an entry of a legend to hide what it names. Point at a picture, or go to it and use "
      "the arrow keys, to read its values.";
  const std::size_t metrics = charts.metrics.size(), heat = charts.heat.size();
  const std::string about = fmt::format(
      "Every metric that varies, along the runs where it was recorded on the way, else at their "
      "end.{}",
      pointing);
  return "<noscript><p>To read values in pictures and to choose what they show needs "
         "JavaScript.</p></noscript>\n" +
         drawn.symbols() + figures("charts", "Charts", about, drawn, 0, metrics, charts.notes) +
         figures("heat", "Heat maps", "Final values over two axes of numbers.", drawn, metrics,
                 heat, {}) +
         figures("tradeoff", "Trade-offs",
                 "Final values over what they cost: a point per setting, and the settings that no "
                 "other one beats in both.",
                 drawn, metrics + heat, charts.tradeoff.size(), {});
}

std::string failed(const Study& study) {
  if (study.failures.empty()) return html_section("failed", "Failures", "<p>No run failed.</p>");
  std::string rows;
  for (const Failure& failure : study.failures) {
    const std::string signal =
        failure.signal == 0 ? "" : fmt::format(" (signal {})", failure.signal);
    rows += fmt::format(
        "<tr><td>{}{}</td><td class=\"number\">{}</td><td class=\"words\">{}</td><td>{}</td>"
        "<td class=\"code\">{}</td></tr>\n",
        html_line(failure.status), signal, failure.runs, html_text(failure.message),
        html_line(failure.setting),
        html_line("skald rerun " + shell_word(study.database) + " " + failure.hash.substr(0, 12)));
  }
  const std::string heads = html_heads(
      {{"status"}, {"runs", true}, {"last message"}, {"the first of them"}, {"by itself again"}});
  std::string html =
      "<p>Runs that failed in the same way, with the same last message, are one row.</p>\n" +
      html_table("Failures", "Runs without a result", heads, rows);
  if (study.more_failures > 0) {
    html +=
        fmt::format("<p>{} more: <code>skald query {} failures</code>.</p>\n",
                    counted(study.more_failures, "kind"), html_line(shell_word(study.database)));
  }
  return html_section("failed", "Failures", html);
}

std::string privacy_section(const Study& study) {
  if (study.privacy.empty()) {
    return html_section("privacy", "Privacy", "<p>No run states a guarantee.</p>");
  }
  std::string html = "<p>What runs state of their guarantee, each statement once.</p>\n";
  for (const PrivacyStatement& statement : study.privacy) {
    html += fmt::format("<h3>{}</h3><pre tabindex=\"0\">{}</pre>\n", counted(statement.runs, "run"),
                        html_text(statement.text));
  }
  if (study.more_privacy > 0) {
    html += fmt::format("<p>{} more; <code>skald show</code> prints that of a run.</p>\n",
                        counted(study.more_privacy, "statement"));
  }
  if (!study.audits_note.empty()) html += "<p>" + html_text(study.audits_note) + ".</p>\n";
  return html_section("privacy", "Privacy", html);
}

std::string provenance(const Study& study) {
  return html_section(
      "provenance", "Provenance",
      html_table("Where and with what the runs were made", study.environments) +
          html_table("Plugins", study.plugins) +
          (study.data.rows.empty() ? "<p>The runs read no data files.</p>"
                                   : html_table("Data files that the runs read", study.data)));
}

std::string again(const Study& study) {
  const std::string database = shell_word(study.database);
  const std::string which = study.others.empty() ? "" : " --study " + shell_word(study.name);
  std::string lines;
  if (study.commits.size() == 1) {
    lines +=
        "git checkout " + shell_word(study.commits.front()) + "    # in Skald's sources; build\n";
  }
  lines += "skald run grid.json --db " + database + "\n";
  lines += "skald compare " + database + which + "\n";
  lines += "skald report " + database + which + "\n";
  return html_section(
      "again", "Reproduce this study",
      "<p>Save the grid document above as <code>grid.json</code>. In an empty folder these "
      "commands make every run again; where the database is there, they do what is "
      "missing.</p>\n"
      "<pre tabindex=\"0\">" +
          html_text(lines) + "</pre>");
}

std::string navigation(const Study& study) {
  std::vector<std::pair<std::string_view, std::string_view>> places{
      {"asked", "Asked"}, {"ended", "Ended"}, {"compared", "Compared"}};
  if (!study.charts.metrics.empty()) places.emplace_back("charts", "Charts");
  if (!study.charts.heat.empty()) places.emplace_back("heat", "Heat maps");
  if (!study.charts.tradeoff.empty()) places.emplace_back("tradeoff", "Trade-offs");
  for (const auto& place : {std::pair<std::string_view, std::string_view>{"failed", "Failures"},
                            {"privacy", "Privacy"},
                            {"provenance", "Provenance"},
                            {"again", "Again"}}) {
    places.push_back(place);
  }
  std::string html = "<nav aria-label=\"Contents\"><ul>";
  for (const auto& [id, name] : places)
    html += fmt::format("<li><a href=\"#{}\">{}</a></li>", id, name);
  return html + "</ul></nav>\n";
}

std::string contents(const Study& study, const Figures& drawn) {
  return fmt::format("<main id=\"main\">\n{}{}{}{}{}{}{}{}</main>\n", asked(study), ended(study),
                     comparison_section(study.comparison), all_figures(study.charts, drawn),
                     failed(study), privacy_section(study), provenance(study), again(study));
}

// Returns the number of curves over all choices of x.
std::size_t curve_count(const std::vector<PageChart>& charts) {
  std::size_t count = 0;
  for (const PageChart& chart : charts) {
    for (const report::Chart& choice : chart.choices) {
      for (const report::ChartPanel& panel : choice.panels) count += panel.series.size();
    }
  }
  return count;
}

Figures draw_figures(const PageCharts& charts) {
  constexpr std::size_t most_per_curve = 60;
  const std::size_t curves = std::max<std::size_t>(1, curve_count(charts.metrics));
  std::vector<PageChart> all = charts.metrics;
  all.insert(all.end(), charts.heat.begin(), charts.heat.end());
  all.insert(all.end(), charts.tradeoff.begin(), charts.tradeoff.end());
  return {std::move(all), std::min(most_per_curve, kMostDrawnPoints / curves)};
}

std::string page_data(const Study& study, const Figures& drawn) {
  return fmt::format("{{\"study\":{},\n\"document\":{},\n\"comparison\":{},\n\"figures\":{}}}",
                     script_json(study.name), script_json(study.document),
                     comparison_json(study.comparison), drawn.json());
}

}  // namespace

std::string study_page(const Study& study, const std::optional<Following>& following) {
  const Figures drawn = draw_figures(study.charts);
  const std::string header =
      html_header(study.name, "A study in " + study.database, "\n" + navigation(study));
  const std::string progress = following ? progress_section(*following) : "";
  return whole_page(study.name, header + progress + contents(study, drawn), page_data(study, drawn),
                    following ? following->renewal : 0);
}

}  // namespace skald
