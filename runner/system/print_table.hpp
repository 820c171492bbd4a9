// Tables on standard output, with what is to be said about them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/study_runs.hpp"
#include "report/report_table.hpp"
#include "report/table_writer.hpp"

namespace skald {

// Returns the width of the terminal that standard output is, in characters; of anything else (or a
// terminal too narrow for words), no bound.
std::size_t output_width();

// Prints text for people, or data (csv, json) for programs.
void print_table(const record::ResultTable& table, report::TableFormat format);
void print_table_part(std::string_view text, report::TableFormat format);

// The lines of the heading, then the table. On a terminal a text table is fitted to its width (see
// report/report_table.hpp). In LaTeX the heading is a comment. csv and json are not for it.
void print_report(const std::vector<std::string>& heading, const report::ReportTable& table,
                  report::TableFormat format);

// What a command answers: the numbers for programs (csv, json), a table with its heading for
// people. Only what the format asked for shows need be there.
struct Answer {
  std::vector<std::string> heading;
  report::ReportTable table;
  record::ResultTable numbers;
};
void print_answer(const Answer& answer, report::TableFormat format);

}  // namespace skald
