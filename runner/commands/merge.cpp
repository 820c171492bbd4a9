// skald merge INTO FROM...: takes over runs of other databases that INTO does not have.
#include <fmt/format.h>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/open_database.hpp"
#include "database/samples.hpp"
#include "store/store.hpp"
#include "system/crash_point.hpp"
#include "system/exit_code.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

struct MergeCommand {
  std::string into;
  std::vector<std::string> from;
  bool allow_network_file_system = false;
};

void print_damage(const std::string& other, const store::MergeReport& report) {
  if (!report.damaged_runs.empty()) {
    print_error("{}: {} damaged runs were left out; run their grids into the merged file\n", other,
                report.damaged_runs.size());
    for (const std::string& hash : report.damaged_runs) print_error("  {}\n", hash);
  }
  if (!report.audits.damaged.empty()) {
    print_error("{}: {} damaged audits were left out; skald audit GRID --db makes them anew\n",
                other, report.audits.damaged.size());
  }
  if (!report.damaged_declarations.empty()) {
    print_error(
        "{}: what its studies declare is damaged ({}) and was left out; run their grids into "
        "the merged file\n",
        other, fmt::join(report.damaged_declarations, ", "));
  }
}

// Tells of runs that no view for people has.
void print_kept_apart(const std::string& other, const std::string& into,
                      const store::MergeReport& report) {
  if (report.former > 0) {
    print_error(
        "{}: {} other results than the same here, by another build of Skald or of a "
        "plugin; those here stand, those there were added as former runs (former_of in all_runs)\n",
        other, text::counted(report.former, "run has", "runs have"));
  }
  if (report.undeclared > 0) {
    print_error(
        "{}: {} added that no study here declares: the study of that name has another "
        "seed, other data or another grid here. skald query {} all_runs shows them; to compare "
        "them, run their grid under another name into the merged file, which finds them done\n",
        other, text::counted(report.undeclared, "run was", "runs were"), shell_word(into));
  }
}

void print_contradictions(const std::string& other, const store::MergeReport& report) {
  constexpr const char* remedy = "skald run GRID into the merged file decides anew from its runs";
  if (!report.contrary_decisions.empty()) {
    print_error("{}: {} from those here, which were kept; {}\n", other,
                text::counted(std::ssize(report.contrary_decisions), "decision differs",
                              "decisions differ"),
                remedy);
    for (const store::ContraryDecision& each : report.contrary_decisions) {
      print_error("  {}, cell {}: here {}, there {}\n", each.study, each.cell, each.here,
                  each.there);
    }
  }
  if (report.foreign_decisions > 0) {
    print_error("{}: {} left out, of other grids of the same name; {}\n", other,
                text::counted(report.foreign_decisions, "decision was", "decisions were"), remedy);
  }
  if (report.contrary_rungs > 0) {
    print_error(
        "{}: {} from those here, which were kept; {}\n", other,
        text::counted(report.contrary_rungs, "value at a rung differs", "values at rungs differ"),
        remedy);
  }
  if (report.audits.contrary > 0) {
    print_error(
        "{}: {} from those here by the same plan, which were kept; skald audit GRID "
        "--db with the merged file makes them anew\n",
        other, text::counted(report.audits.contrary, "audit differs", "audits differ"));
  }
}

int merge(const MergeCommand& command) {
  store::Store store = open_store(command.into, command.allow_network_file_system);
  bool is_damaged = false;
  for (const std::string& other : command.from) {
    const MergedSamples samples(open_reader(other), open_reader(command.into));
    crash_point(CrashPoint::merge_copied_draws);
    const store::MergeReport report = store.merge(other);
    crash_point(CrashPoint::merge_committed);
    print_out("{}: {} added, {} replaced by results, {} already here", other,
              text::counted(report.added, "run"), text::counted(report.replaced, "failure"),
              report.already_here);
    const std::size_t files = samples.keep_taken(open_reader(command.into));
    if (report.audits.added > 0) print_out(", {} audits added", report.audits.added);
    if (files > 0) print_out(", {} of samples copied", text::counted(files, "file"));
    print_out("\n");
    print_kept_apart(other, command.into, report);
    print_damage(other, report);
    print_contradictions(other, report);
    is_damaged |= !report.damaged_runs.empty() || !report.damaged_declarations.empty() ||
                  !report.audits.damaged.empty();
  }
  return is_damaged ? kDamaged : kOk;
}

}  // namespace

void add_merge(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "merge", "add the runs of other databases", merge);
  line.add_option("into", command.into, "results database that is written")->required();
  line.add_option("from", command.from, "results databases that are read")->required();
  add_network_option(line, command.allow_network_file_system);
}

}  // namespace skald
