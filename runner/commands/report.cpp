// skald report DATABASE: a study as one page for a browser.
#include <fmt/core.h>

#include <filesystem>
#include <string_view>

#include "commands/command.hpp"
#include "commands/parts/study_selection.hpp"
#include "database/open_reader.hpp"
#include "system/exit_code.hpp"
#include "system/shell_word.hpp"
#include "system/standard_streams.hpp"
#include "system/whole_file.hpp"
#include "web/read_study.hpp"
#include "web/study_page.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPageBeginning = "<!DOCTYPE html>";

struct ReportCommand {
  std::string database;
  std::string study;  // empty: the last one declared
  std::string page;   // file; empty: beside the database
};

fs::path page_file(const ReportCommand& command) {
  fs::path file = command.page.empty() ? fs::path(command.database).replace_extension(".html")
                                       : fs::path(command.page);
  require_replaceable(file, kPageBeginning);
  return file;
}

int report_study(const ReportCommand& command) {
  const fs::path file = page_file(command);
  store::StoreReader reader = open_reader(command.database);
  const std::string page = study_page(read_study(reader, command.study));
  write_whole(file, page);
  print_out("{}\n", file.string());
  print_error("{:.1f} MB, nothing else is needed; open it in a browser: xdg-open {}\n",
              static_cast<double>(page.size()) / 1e6, shell_word(file.string()));
  return kOk;
}

}  // namespace

void add_report(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "report",
                  "write a study as an HTML page: tables, charts, provenance", report_study);
  line.add_option("database", command.database, "results database")->required();
  add_study(line, command.study, false);
  line.add_option("-o,--output", command.page, "file (default: DATABASE with .html)");
}

}  // namespace skald
