// The tables of `skald compare`, one for each of its questions.
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
  std::string baseline, target, average, best;  // empty: not requested
  std::string format = "table";
};

// The runs to compare, read and averaged.
struct Compared {
  std::string study;
  record::StudyRuns runs;
  std::string what;                     // what means of curves were taken; empty: final values
  std::vector<std::string> unrecorded;  // costs that the runs did not record
  std::string note;                     // see stopping_note()
};

// Each function prints one table with its heading, or its numbers (csv, json), and returns an
// ExitCode.
int print_comparison(const CompareCommand& command, const Compared& compared,
                     report::TableFormat format);
int print_target(const CompareCommand& command, const Compared& compared,
                 report::TableFormat format);
int print_baseline(const CompareCommand& command, const Compared& compared,
                   report::TableFormat format);
int print_best(const CompareCommand& command, const Compared& compared, report::TableFormat format);

}  // namespace skald
