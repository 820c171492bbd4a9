#include "serve/run_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "charts/recorded_points.hpp"
#include "database/kept_draws.hpp"
#include "database/named_draws.hpp"
#include "database/run_tables.hpp"
#include "database/stored_audits.hpp"
#include "database/stored_run.hpp"
#include "json/json.hpp"
#include "report/chart/chart_request.hpp"
#include "report/format_table.hpp"
#include "report/posterior/posterior_table.hpp"
#include "report/posterior/posterior_warnings.hpp"
#include "serve/http_message.hpp"
#include "store/damage.hpp"
#include "text/percent.hpp"
#include "web/chart_json.hpp"
#include "web/figures.hpp"
#include "web/html_parts.hpp"
#include "web/html_text.hpp"
#include "web/page_frame.hpp"

namespace skald {
namespace {

using record::ResultTable;
using record::SqlValue;

constexpr std::size_t kMostText = 64 * 1024;  // bytes shown of one stored value
constexpr std::size_t kMostCurvePoints = 400;

std::string cell_text(const ResultTable& table, std::size_t row, std::size_t column) {
  const auto* text = std::get_if<std::string>(&table.rows.at(row).at(column));
  return text == nullptr ? "" : *text;
}

std::int64_t cell_integer(const ResultTable& table, std::size_t row, std::size_t column) {
  const auto* integer = std::get_if<std::int64_t>(&table.rows.at(row).at(column));
  return integer == nullptr ? 0 : *integer;
}

// Returns JSON indented over several lines, other values as tables show them.
std::string shown(const SqlValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return report::format_value(value);
  if (text->size() > kMostText) return cut_text(*text, kMostText);
  if (text->empty() || (text->front() != '{' && text->front() != '[')) return *text;
  const json::JsonDocument json = json::parse_json(*text, "");
  return json.readable && json.diagnostics.empty() ? json::write_json_indented(json.root) : *text;
}

std::string home_of(std::size_t number, const std::string& study) {
  return database_path(number) + "?study=" + text::percent_encoded(study);
}

std::string head(std::size_t number, const std::string& study, const std::string& title,
                 const std::string& below) {
  return html_header(
      title, below,
      fmt::format(
          "\n<nav aria-label=\"Studies\"><ul><li>{}</li><li>{}</li><li>{}</li></ul></nav>",
          html_link("/", "All databases"), html_link(home_of(number, study), study),
          html_link(database_path(number, "runs") + "?study=" + text::percent_encoded(study),
                    "Runs")));
}

std::string section(std::string_view id, std::string_view heading, const std::string& contents) {
  return contents.empty() ? "" : html_section(id, heading, contents);
}

std::string table_unless_empty(std::string_view caption, const ResultTable& table) {
  return table.rows.empty() ? "" : html_table(caption, table);
}

// Names of cells by their axes: "K = 5, rho = 0.5".
class CellNames {
 public:
  explicit CellNames(const store::StoreReader& reader)
      : axes_(reader.connection().prepare(
            "SELECT n.column_name, a.value FROM axes AS a JOIN axis_names AS n ON n.id = a.axis "
            "WHERE a.cell = ? ORDER BY n.id")) {}

  std::string of(std::int64_t cell) {
    std::vector<std::string> names;
    std::vector<SqlValue> values;
    axes_.with(cell);
    while (axes_.step()) {
      names.emplace_back(axes_.text(0));
      values.push_back(axes_.value(1));
    }
    return report::setting_name(names, values);
  }

 private:
  store::Statement axes_;
};

std::string status_condition(const std::string& status) {
  constexpr std::array known{"ok", "diverged", "crashed", "timeout", "out_of_memory"};
  if (status.empty()) return "";
  if (status == "failed") return " AND r.status NOT IN ('ok', 'diverged')";
  if (std::find(known.begin(), known.end(), status) == known.end()) {
    throw std::invalid_argument("no status \"" + status + "\"");
  }
  return " AND r.status = '" + status + "'";
}

std::string run_row(std::size_t number, const ResultTable& runs, std::size_t row,
                    CellNames& names) {
  const std::string hash = cell_text(runs, row, 1);
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td class=\"setting\">{}</td><td "
      "class=\"number\">{}</td><td>{}</td>"
      "<td class=\"number\">{}</td><td><time>{}</time></td><td class=\"words\">{}</td></tr>\n",
      html_link(database_path(number, "run/" + hash), hash.substr(0, 12)),
      html_line(names.of(cell_integer(runs, row, 2))), cell_integer(runs, row, 3),
      html_line(cell_text(runs, row, 4)), html_line(report::format_value(runs.rows[row][5])),
      html_line(cell_text(runs, row, 6)), html_line(cut_text(cell_text(runs, row, 7), 300)));
}

std::string runs_address(std::size_t number, const ListedRuns& listed, const std::string& status) {
  return database_path(number, "runs") + "?study=" + text::percent_encoded(listed.study) +
         (status.empty() ? "" : "&status=" + status);
}

std::string status_links(std::size_t number, const ListedRuns& listed) {
  constexpr std::array<std::pair<const char*, const char*>, 4> choices{
      {{"", "All"}, {"ok", "Ended ok"}, {"diverged", "Diverged"}, {"failed", "Failed"}}};
  std::string html = "<nav aria-label=\"By status\"><ul>";
  for (const auto& [status, name] : choices) {
    html += listed.status == status
                ? fmt::format("<li><strong>{}</strong></li>", name)
                : "<li>" + html_link(runs_address(number, listed, status), name) + "</li>";
  }
  return html + "</ul></nav>\n";
}

// Returns a chart over iterations for each metric that was recorded along the run.
std::vector<PageChart> curves_of(const store::StoreReader& reader, std::int64_t run) {
  const ResultTable metrics = reader.select(
      "SELECT name, units FROM metrics WHERE (SELECT count(*) FROM (SELECT 1 FROM points WHERE run "
      "= ? AND metric = metrics.id LIMIT 2)) = 2 ORDER BY id",
      run);
  std::vector<PageChart> charts;
  for (std::size_t m = 0; m < std::min(metrics.rows.size(), kMostCharts); ++m) {
    const std::string name = cell_text(metrics, m, 0);
    record::StudyRuns runs;
    runs.metrics.push_back({name, cell_text(metrics, m, 1), "", {}});
    // Shows what the run recorded even if it diverged, by treating it as ok.
    runs.runs.push_back({0, record::RunStatus::ok, {}, {0}, run});
    report::ChartRequest request;
    request.title = name;
    request.x.name = "iteration";
    request.band = report::Band::none;
    RecordedPoints points(reader, name, "iteration", "");
    request.points = [&points](std::int64_t id) { return points.of(id); };
    report::Chart chart = report::make_chart(runs, request);
    std::erase_if(chart.notes,  // a single run has no mean
                  [](const std::string& note) { return note.starts_with("Mean over"); });
    if (!chart.panels.empty()) charts.push_back({name, {std::move(chart)}});
  }
  return charts;
}

std::string figures(const std::vector<PageChart>& charts) {
  std::string html;
  for (std::size_t c = 0; c < charts.size(); ++c) html += figure_html("run", charts[c], c);
  return html;
}

// Returns the columns of provenance; long values are collapsed.
std::string provenance_section(const StoredRun& run) {
  constexpr std::array in_words{"study", "status", "message", "hash"};
  std::string rows, folded;
  for (const auto& [name, value] : run.columns()) {
    const bool is_told = std::find(in_words.begin(), in_words.end(), name) != in_words.end();
    if (is_told || std::holds_alternative<std::monostate>(value)) continue;
    const std::string text = shown(value);
    if (text.empty() || text == "{}") continue;
    const bool is_of_options = name == "options" || name == "canonical_json";
    if (text.find('\n') != std::string::npos) {
      folded += html_fold(name, text, is_of_options);
    } else {
      rows += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", html_line(name),
                          html_line(text));
    }
  }
  return html_table("Provenance", "What made this run", html_heads({{"what"}, {"value"}}), rows,
                    " class=\"declared\"") +
         folded;
}

// Returns the artifacts that are text, such as a summary of the posterior.
std::string artifacts(const store::StoreReader& reader, std::int64_t run) {
  const ResultTable stored = reader.select(
      "SELECT name, length(content), CASE WHEN length(content) <= ? THEN CAST(content AS TEXT) END "
      "FROM artifacts WHERE run = ? AND name <> ? ORDER BY name",
      static_cast<std::int64_t>(kMostText), run, std::string(kMetricSecondsArtifact));
  std::string html;
  for (std::size_t row = 0; row < stored.rows.size(); ++row) {
    const std::string name = cell_text(stored, row, 0), text = cell_text(stored, row, 2);
    const bool is_json = !text.empty() && (text.front() == '{' || text.front() == '[');
    if (is_json) {
      const std::string lines = shown(stored.rows[row][2]);
      const bool is_short = std::count(lines.begin(), lines.end(), '\n') < 60;
      html += html_fold(name, lines, is_short);
    } else {
      html += fmt::format("<p>{}: {} bytes</p>\n", html_line(name), cell_integer(stored, row, 1));
    }
  }
  return html;
}

// How many numbers of a run are read for its page, how many of these are summarised, and how many
// coefficients are listed.
constexpr double kMostRead = 3e7;
constexpr std::int64_t kMostSummarised = 1'000'000;
constexpr std::size_t kMostListed = 100;

std::string caution(const std::string& text) {
  return "<p><strong>Caution.</strong> " + html_line(text) + "</p>\n";
}

std::string data_scale_table(const std::optional<report::PosteriorSummary>& summary) {
  if (!summary || summary->coefficients.size() > kMostListed) return "";
  return html_table("Coefficients on the data's own scale",
                    report::report_texts(report::posterior_table(*summary)));
}

std::string posterior_table(const store::StoreReader& reader, RunPosterior posterior,
                            const std::string& hash) {
  report::PosteriorSummary& summary = posterior.theta;
  std::string html;
  for (const std::string& warning : report::posterior_warnings(summary)) {
    html += caution(warning);
  }
  const std::size_t summarised = summary.coefficients.size();
  summary.coefficients.resize(std::min(summarised, kMostListed));
  html += html_table("Coefficients", report::report_texts(report::posterior_table(summary)));
  html += data_scale_table(posterior.on_data_scale);
  html += fmt::format(
      "<p>{} chains, {} draws of each. Mean and sd ± Monte Carlo standard error, quantiles, "
      "effective sample sizes and rank-normalised split R-hat (Vehtari et al. 2021).</p>\n",
      summary.chains, summary.draws);
  const auto dimension = static_cast<std::size_t>(summary.dimension);
  if (summary.coefficients.size() == dimension) return html;
  return html + fmt::format(
                    "<p>The first {} of {} coefficients; the first {} were examined. "
                    "<code>skald posterior {} {}</code> has all.</p>\n",
                    summary.coefficients.size(), dimension, summarised,
                    html_line(reader.file().filename().string()), hash.substr(0, 12));
}

// Returns the summary of the draws that the run has kept, or why there is none.
std::string posterior(const store::StoreReader& reader, const std::string& hash) {
  const double numbers = kept_numbers(reader, hash);
  if (numbers > kMostRead) {
    return fmt::format(
        "<p>{:.0f} million numbers: <code>skald posterior {} {}</code> summarises them.</p>\n",
        numbers / 1e6, html_line(reader.file().filename().string()), hash.substr(0, 12));
  }
  try {
    auto posterior = posterior_of(reader, hash, kMostSummarised);
    return posterior ? posterior_table(reader, std::move(*posterior), hash) : "";
  } catch (const store::DamagedError& damaged) {
    return caution(damaged.what());
  } catch (const std::invalid_argument& too_few) {
    return caution(too_few.what());
  }
}

std::string privacy_section(const store::StoreReader& reader, const std::string& hash) {
  const ResultTable statements = privacy_of(reader, hash);
  std::string html;
  for (std::size_t row = 0; row < statements.rows.size(); ++row) {
    html += "<pre tabindex=\"0\">" + html_text(cell_text(statements, row, 1)) + "</pre>\n";
  }
  const ResultTable audits = audits_of_run(reader, hash);
  for (std::size_t row = 0; row < audits.rows.size(); ++row) {
    html += "<pre tabindex=\"0\">Audit. " + html_text(audit_words(audits, row)) + "</pre>\n";
  }
  return html;
}

std::string ended(const StoredRun& run, const std::string& setting) {
  std::string html = "<p>";
  if (!setting.empty()) html += html_line(setting) + ". ";
  html += "Status <strong>" + html_line(run.text("status")) + "</strong>.</p>\n";
  const std::string& message = run.text("message");
  if (!message.empty()) {
    html += "<pre tabindex=\"0\">" + html_text(cut_text(message, kMostText)) + "</pre>\n";
  }
  return html;
}

}  // namespace

LiveView runs_view(store::StoreReader& reader, std::size_t number, const ListedRuns& listed) {
  const ResultTable study = reader.select("SELECT id FROM studies WHERE name = ?", listed.study);
  if (study.rows.empty()) throw std::invalid_argument("no study \"" + listed.study + "\"");
  const ResultTable runs = reader.select(
      "SELECT r.id, r.hash, r.cell, r.replicate, r.status, r.wall_seconds, r.ended, r.message"
      " FROM current_runs AS r WHERE r.id < ? AND r.study = ?" +
          status_condition(listed.status) + " ORDER BY r.id DESC LIMIT ?",
      listed.before.value_or(std::numeric_limits<std::int64_t>::max()), cell_integer(study, 0, 0),
      static_cast<std::int64_t>(kRunsOfPage) + 1);
  const std::size_t count = std::min<std::size_t>(runs.rows.size(), kRunsOfPage);
  LiveView view;
  view.title = "Runs of " + listed.study;
  std::string rows;
  CellNames names(reader);
  for (std::size_t row = 0; row < count; ++row) rows += run_row(number, runs, row, names);
  std::string main = status_links(number, listed);
  if (count == 0) {
    main += "<p>There is no such run.</p>\n";
  } else {
    const std::string heads = html_heads({{"run"},
                                          {"setting"},
                                          {"replicate", true},
                                          {"status"},
                                          {"seconds", true},
                                          {"ended"},
                                          {"last words"}});
    main += html_table("Runs", "The last to end first", heads, rows);
  }
  if (runs.rows.size() > count) {
    main += "<p>" +
            html_link(runs_address(number, listed, listed.status) +
                          fmt::format("&before={}", cell_integer(runs, count - 1, 0)),
                      "Those that ended before") +
            "</p>\n";
  }
  view.body = head(number, listed.study, view.title, reader.file().filename().string()) +
              "<main id=\"main\">\n" + main + "</main>\n";
  return view;
}

LiveView run_view(store::StoreReader& reader, std::size_t number, const std::string& hash) {
  const ResultTable row = reader.select("SELECT id, cell FROM runs WHERE hash = ?", hash);
  if (row.rows.empty()) throw std::invalid_argument("there is no such run in this database now");
  reader.require_whole(hash);
  const StoredRun run(reader, hash);
  const std::int64_t id = cell_integer(row, 0, 0);
  const std::vector<PageChart> charts = curves_of(reader, id);
  const std::string& study = run.text("study");
  LiveView view;
  view.title = "Run " + hash.substr(0, 12);
  const ResultTable vectors = vectors_of(reader, hash);
  view.body =
      head(number, study, view.title,
           fmt::format("Replicate {} of a setting of {}, in {}", run.integer("replicate"), study,
                       reader.file().filename().string())) +
      "<main id=\"main\">\n" +
      section("ended", "How it ended", ended(run, CellNames(reader).of(cell_integer(row, 0, 1)))) +
      section("finals", "Results",
              table_unless_empty("Final values", final_values_of(reader, hash)) +
                  table_unless_empty("Vectors", vectors)) +
      section("posterior", "Posterior of the kept draws", posterior(reader, hash)) +
      section("charts", "Curves", figures(charts)) +
      section("events", "Events", table_unless_empty("What happened", events_of(reader, hash))) +
      section("privacy", "Privacy", privacy_section(reader, hash)) +
      section("artifacts", "Further results", artifacts(reader, id)) +
      section("provenance", "Provenance", provenance_section(run)) +
      section("seconds", "Time of metrics",
              table_unless_empty("Seconds", metric_seconds_of(reader, hash))) +
      "</main>\n" + licences_footer();
  view.data = fmt::format("{{\"looks\":{},\"figures\":{}}}", looks_json(),
                          figures_json(charts, kMostCurvePoints));
  return view;
}

}  // namespace skald
