// skald posterior DATABASE RUN: what the draws that a run has kept say about each coefficient.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/draw_posterior.hpp"
#include "database/kept_draws.hpp"
#include "database/named_draws.hpp"
#include "database/open_database.hpp"
#include "database/stored_run.hpp"
#include "grid/canonical.hpp"
#include "json/json.hpp"
#include "report/posterior/posterior_table.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

struct PosteriorCommand {
  std::string database;
  std::string run;    // beginning of its hash
  std::string other;  // the same of the run to compare with; empty: none
  std::string scale;  // run or data; empty: both where there are both
  std::string plot, picture, script;
  std::vector<std::string> coefficients;
  std::string format = "table";
};

// A run with its draws and their summary.
struct Summarised {
  StoredRun run;
  std::string name;  // "9f2c41d07ab3"
  NamedDraws draws;
  RunPosterior posterior;
};

Summarised read(const store::StoreReader& reader, const std::string& start) {
  const std::string hash = find_run(reader, start);
  reader.require_whole(hash);
  const std::string name = hash.substr(0, 12);
  auto draws = read_named_draws(reader, hash);
  if (!draws) refuse_without_draws(hash);
  try {
    RunPosterior posterior = summarise(*draws);
    return {StoredRun(reader, hash), name, *std::move(draws), std::move(posterior)};
  } catch (const std::invalid_argument& error) {
    throw UsageError("run " + name + ": " + error.what());
  }
}

std::string what(const Summarised& run) {
  const std::string& status = run.run.text("status");
  const report::PosteriorSummary& theta = run.posterior.theta;
  return fmt::format("run {} of {}, replicate {}{}: {}, {} of each", run.name,
                     run.run.text("study"), run.run.integer("replicate"),
                     status == "ok" ? "" : " (" + status + ")",
                     text::counted(theta.chains, "chain"), text::counted(theta.draws, "draw"));
}

// The warnings on the run's scale; if there are none, those on intercepts of the data's.
void add_warnings(const Summarised& run, std::vector<std::string>& lines) {
  auto warnings = report::posterior_warnings(run.posterior.theta);
  if (warnings.empty() && run.posterior.on_data_scale)
    warnings = report::posterior_warnings(*run.posterior.on_data_scale);
  for (const std::string& warning : warnings) {
    lines.push_back(fmt::format("warning, run {}: {}", run.name, warning));
  }
  if (run.draws.has_redundant_intercepts()) {
    lines.push_back(fmt::format(
        "note, run {}: the data set and the model both add an intercept. Only their sum is "
        "determined by the data, which makes chains slow: set \"intercept\" to false in one",
        run.name));
  }
}

bool wants_run_scale(const PosteriorCommand& command, const Summarised& run) {
  return command.scale != "data" || !run.posterior.on_data_scale;
}
bool wants_data_scale(const PosteriorCommand& command, const Summarised& run) {
  return command.scale != "run" && run.posterior.on_data_scale;
}

// Numbers with the scale that they are on as last column.
record::ResultTable with_scale(record::ResultTable table, const char* scale) {
  table.columns.emplace_back("scale");
  for (auto& row : table.rows) row.emplace_back(std::string(scale));
  return table;
}

int print_numbers(const PosteriorCommand& command, const Summarised& run,
                  report::TableFormat format) {
  record::ResultTable numbers;
  if (wants_run_scale(command, run))
    numbers = with_scale(report::posterior_numbers(run.posterior.theta), "run");
  if (wants_data_scale(command, run)) {
    auto data = with_scale(report::posterior_numbers(*run.posterior.on_data_scale), "data");
    numbers.columns = data.columns;
    numbers.rows.insert(numbers.rows.end(), data.rows.begin(), data.rows.end());
  }
  print_table(numbers, format);
  return kOk;
}

int print_summary(const PosteriorCommand& command, const Summarised& run,
                  report::TableFormat format) {
  std::vector<std::string> heading{what(run)}, warnings;
  add_warnings(run, warnings);
  if (report::is_for_programs(format)) {
    for (const std::string& warning : warnings) print_error("{}\n", warning);
    return print_numbers(command, run, format);
  }
  heading.emplace_back(
      "mean and sd ± Monte Carlo standard error; quantiles; effective sample sizes and "
      "rank-normalised split R-hat (Vehtari et al. 2021)");
  heading.insert(heading.end(), warnings.begin(), warnings.end());
  if (wants_run_scale(command, run)) {
    if (run.posterior.on_data_scale)
      heading.emplace_back("on the scale of the run, whose columns were standardised:");
    print_report(heading, report::posterior_table(run.posterior.theta), format);
    heading.assign({""});
  }
  if (!wants_data_scale(command, run)) return kOk;
  heading.emplace_back("on the data's own scale:");
  print_report(heading, report::posterior_table(*run.posterior.on_data_scale), format);
  return kOk;
}

// Returns the line on the coefficient whose means differ most in errors.
std::string largest(const std::vector<report::CoefficientDifference>& differences) {
  const auto found = std::ranges::max_element(
      differences, {}, [](const auto& each) { return std::abs(each.in_errors); });
  if (found == differences.end() || !std::isfinite(found->in_errors)) return "";
  return fmt::format("the means differ most for {}: by {:.2g} errors, {:.2g} sds", found->name,
                     std::abs(found->in_errors), std::abs(found->in_sds));
}

void require_same_names(const report::PosteriorSummary& a, const report::PosteriorSummary& b) {
  for (std::size_t i = 0; i < std::min(a.coefficients.size(), b.coefficients.size()); ++i) {
    const std::string &one = a.coefficients[i].name, &other = b.coefficients[i].name;
    if (one == other) continue;
    throw UsageError(fmt::format(
        "--compare: coefficient {} is {} in one run and {} in the other; expected runs on the "
        "same columns",
        i + 1, one, other));
  }
}

// What a run's posterior is of, as far as it is stored: data set, model and data files.
std::string problem_of(const StoredRun& run) {
  const json::JsonDocument cell = json::parse_json(run.text("canonical_json"), "");
  const json::JsonDocument files = json::parse_json(run.text("data_digests"), "");
  json::JsonValue problem = json::json_object();
  for (const char* part : {"dataset", "model"}) {
    if (const json::JsonValue* found = cell.root.find(part)) json::add(problem, part, *found);
  }
  json::add(problem, "data", files.root);
  return json::write_json(problem);
}

void require_same_problem(const StoredRun& run, const StoredRun& other) {
  const std::string changes = grid::canonical_changes(problem_of(run), problem_of(other));
  if (changes.empty()) return;
  throw UsageError("--compare: the two posteriors are of other rows or of other models (" +
                   changes + "); expected runs on the same data set with the same model");
}

// The scale on which two runs are compared: the data's own if both have one. Columns that were
// standardised by different rows are comparable there alone.
struct ComparedPosteriors {
  const report::PosteriorSummary& run;
  const report::PosteriorSummary& other;
  const char* scale;
};

ComparedPosteriors compared(const PosteriorCommand& command, const Summarised& run,
                            const Summarised& other) {
  const bool have_data = run.posterior.on_data_scale && other.posterior.on_data_scale;
  if (have_data && command.scale != "run")
    return {*run.posterior.on_data_scale, *other.posterior.on_data_scale, "data"};
  return {run.posterior.theta, other.posterior.theta, "run"};
}

int print_comparison(const PosteriorCommand& command, const Summarised& run,
                     const Summarised& other, report::TableFormat format) {
  require_same_problem(run.run, other.run);
  std::vector<std::string> warnings;
  add_warnings(run, warnings);
  add_warnings(other, warnings);
  const ComparedPosteriors pair = compared(command, run, other);
  if (run.draws.has_names() && other.draws.has_names()) require_same_names(pair.run, pair.other);
  if (report::is_for_programs(format)) {
    for (const std::string& warning : warnings) print_error("{}\n", warning);
    print_table(with_scale(report::difference_numbers(pair.run, pair.other), pair.scale), format);
    return kOk;
  }
  std::vector<std::string> heading{what(run), "against " + what(other),
                                   "differences of means ± Monte Carlo standard error as of "
                                   "independent runs, in such errors, and "
                                   "in sds of the other run"};
  if (std::string_view(pair.scale) == "data") heading.emplace_back("on the data's own scale");
  const auto has_same = [&](const char* column) {
    return run.run.integer(column) == other.run.integer(column);
  };
  if (has_same("replicate") && has_same("seed")) {
    heading.emplace_back(
        "both are the same replicate, and may share random numbers, so that they are not "
        "independent");
  } else {
    heading.emplace_back(
        "they are different replicates: if these draw or split the data anew, the rows differ, "
        "too");
  }
  const std::string line = largest(report::posterior_differences(pair.run, pair.other));
  if (!line.empty()) heading.push_back(line);
  heading.insert(heading.end(), warnings.begin(), warnings.end());
  print_report(heading, report::difference_table(pair.run, pair.other), format);
  return kOk;
}

void check_options(const PosteriorCommand& command) {
  const bool has_file = !command.picture.empty() || !command.script.empty();
  if (command.plot.empty()) {
    if (has_file || !command.coefficients.empty())
      throw UsageError("-o, --script and --coefficients belong to --plot trace, rank or pairs");
    return;
  }
  if (!command.other.empty()) throw UsageError("--plot and --compare: expected one of them");
  if (!has_file) throw UsageError("--plot: expected a file, -o FIGURE.svg, .pdf, .png or .tex");
}

int draw(const PosteriorCommand& command, const store::StoreReader& reader) {
  const std::string hash = find_run(reader, command.run);
  reader.require_whole(hash);
  const auto draws = read_named_draws(reader, hash);
  if (!draws) refuse_without_draws(hash);
  const StoredRun run(reader, hash);
  const std::string title = run.text("study") + ", run " + hash.substr(0, 12);
  draw_posterior(*draws, {command.plot, command.coefficients, command.scale != "run", title,
                          "kept draws of run " + hash + " by " + program_of(run), command.picture,
                          command.script});
  return kOk;
}

int posterior(const PosteriorCommand& command) {
  const report::TableFormat format = report::table_format(command.format);
  check_options(command);
  const store::StoreReader reader = open_reader(command.database);
  if (!command.plot.empty()) return draw(command, reader);
  const Summarised run = read(reader, command.run);
  if (command.other.empty()) return print_summary(command, run, format);
  return print_comparison(command, run, read(reader, command.other), format);
}

}  // namespace

void add_posterior(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "posterior",
      "mean, sd, quantiles and convergence of the draws that a run has kept", posterior);
  line.add_option("database", command.database, "results database")->required();
  line.add_option("run", command.run, "beginning of the run's hash")->required();
  line.add_option("--compare", command.other, "beginning of the hash of a run to compare with");
  line.add_option(
          "--scale", command.scale,
          "scale of the coefficients where columns were standardised. run: that of the run; "
          "data: that of the columns as they are in the data (default: both; for --compare "
          "and --plot, data)")
      ->check(CLI::IsMember({"run", "data"}));
  line.add_option("--plot", command.plot,
                  "draw the draws: trace (by chain, in their order), rank (histograms of ranks by "
                  "chain) or pairs (two coefficients at a time)")
      ->check(CLI::IsMember({"trace", "rank", "pairs"}));
  line.add_option("--coefficients", command.coefficients,
                  "what to plot: names, or numbers from 1 (default: the first ones)")
      ->delimiter(',');
  line.add_option("-o,--output", command.picture, "figure, .svg, .pdf, .png or .tex");
  line.add_option("--script", command.script, "the gnuplot script of the figure");
  add_format(line, command.format);
}

}  // namespace skald
