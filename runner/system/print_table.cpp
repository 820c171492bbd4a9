#include "system/print_table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include "options/option_table.hpp"
#include "report/report_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

void print_fitted(const report::ReportTable& table, std::size_t width) {
  const report::FittedTable fitted = report::fit_width(table, width);
  for (const auto& [column, value] : fitted.constants) print_out("  {} = {}\n", column, value);
  bool is_first = true;
  for (const report::ReportTable& block : fitted.blocks) {
    if (!is_first) print_out("\n");
    print_out(report::format_report(block, report::TableFormat::text));
    is_first = false;
  }
}

}  // namespace

std::size_t output_width() {
  winsize size{};
  const bool is_known = ::isatty(STDOUT_FILENO) == 1 &&
                        ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20;
  return is_known ? size.ws_col : options::kAnyWidth;
}

void print_table(const record::ResultTable& table, report::TableFormat format) {
  print_table_part(report::format_table(table, format), format);
}

void print_table_part(std::string_view text, report::TableFormat format) {
  report::is_for_programs(format) ? print_data(text) : print_out(text);
}

void print_report(const std::vector<std::string>& heading, const report::ReportTable& table,
                  report::TableFormat format) {
  for (const std::string& line : heading) print_out("{}\n", report::heading_line(line, format));
  if (format == report::TableFormat::markdown) print_out("\n");
  const auto width = output_width();
  if (format == report::TableFormat::text && width != options::kAnyWidth)
    return print_fitted(table, width);
  print_table_part(report::format_report(table, format), format);
}

void print_answer(const Answer& answer, report::TableFormat format) {
  if (report::is_for_programs(format)) return print_table(answer.numbers, format);
  print_report(answer.heading, answer.table, format);
}

}  // namespace skald
