// The tables of `skald compare`, one for each of its questions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/table_writer.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {

struct CompareCommand {
  std::string database;
  std::string study;  // empty: the last one declared
  std::vector<std::string> metrics, by, over;
  std::vector<std::string> where;
  std::string published;                            // file; empty: none
  std::string baseline, target, average, best, at;  // empty: not requested
  bool ratio = false;                               // of the baseline, instead of differences
  std::string format = "table";
};

// The runs to compare, read and averaged.
struct Compared {
  std::string study;
  record::StudyRuns runs = {};
  std::string what = {};                     // what means of curves were taken; empty: final values
  std::vector<std::string> unrecorded = {};  // costs that the runs did not record
  std::vector<std::string> notes = {};       // see stopping_note() and audits_note()
  std::map<std::int64_t, double> unspent = {};               // see unspent_budgets()
  std::map<std::int64_t, std::string> open = {}, flat = {};  // see tuned_sides()
  std::string tuned_open = {}, tuned_flat = {};  // of those compared, see tuned_settings()
};

// Each function answers one question.
Answer comparison_answer(const CompareCommand& command, const Compared& compared,
                         report::TableFormat format);
Answer target_answer(const CompareCommand& command, const Compared& compared,
                     report::TableFormat format);
Answer baseline_answer(const CompareCommand& command, const Compared& compared,
                       report::TableFormat format);
Answer best_answer(const CompareCommand& command, const Compared& compared,
                   report::TableFormat format);

}  // namespace skald
