// What `skald compare` prints, for each question that it can be asked.
#pragma once

#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/format_table.hpp"

namespace skald {

struct CompareCommand {
  std::string database;
  std::string study;  // empty: the last one declared
  std::vector<std::string> metrics, by, over;
  std::vector<std::string> where;
  std::string published;                        // file; empty: none
  std::string baseline, target, average, best;  // empty: not asked for
  std::string format = "table";
};

// What the numbers are of, read and averaged.
struct Compared {
  std::string study;
  record::StudyRuns runs;
  std::string what;                     // of means of curves; empty: final values
  std::vector<std::string> unrecorded;  // costs that are not known along the runs
  std::string note;                     // see stopping_note()
};

// Each prints one table with its heading, or its numbers (csv, json), and returns an ExitCode.
int print_comparison(const CompareCommand& command, const Compared& compared,
                     report::TableFormat format);
int print_target(const CompareCommand& command, const Compared& compared,
                 report::TableFormat format);
int print_baseline(const CompareCommand& command, const Compared& compared,
                   report::TableFormat format);
int print_best(const CompareCommand& command, const Compared& compared, report::TableFormat format);

}  // namespace skald
