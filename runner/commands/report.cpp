// skald report DATABASE: a study as one page for a browser.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands/command.hpp"
#include "commands/parts/study_selection.hpp"
#include "database/open_database.hpp"
#include "store/writer_lock.hpp"
#include "sweep/screen.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/interrupt.hpp"
#include "system/program.hpp"
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
  bool follows = false;
};

fs::path page_file(const ReportCommand& command) {
  fs::path file = command.page.empty() ? fs::path(command.database).replace_extension(".html")
                                       : fs::path(command.page);
  require_replaceable(file, kPageBeginning);
  return file;
}

void tell(const fs::path& file, std::string_view page) {
  print_out("{}\n", file.string());
  print_error("{:.1f} MB, nothing else is needed; open it in a browser: xdg-open {}\n",
              static_cast<double>(page.size()) / 1e6, shell_word(file.string()));
}

// Rewrites the page of a study as its database grows, until the sweep that writes it has ended.
class FollowedPage {
 public:
  FollowedPage(const ReportCommand& command, fs::path file)
      : command_(command), file_(std::move(file)) {}

  int follow() {
    print_error("{}: followed until its sweep has ended; Ctrl-C ends it before\n",
                command_.database);
    for (;;) {
      const auto writer = store::writer_of(command_.database);
      const bool is_last = interrupts_.has_come() || (was_written_ && !writer);
      was_written_ |= writer.has_value();
      const std::string state = state_of_files() + writer.value_or("");
      const bool is_due = is_last || Clock::now() >= due_;
      if (is_due && (is_last || state != shown_) && write(writer, is_last)) shown_ = state;
      if (is_last || is_complete_) return kOk;
      interrupts_.wait(kPause);
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPause{500};  // between two looks at the file
  static constexpr int kLeast = 5;                         // seconds between two pages
  static constexpr int kShare = 10;  // of the time, at most, is spent on making pages

  static std::string now_text() {
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(std::time(nullptr)));
  }

  // Text that differs once the database has changed.
  std::string state_of_files() const {
    std::string state;
    for (const char* part : {"", "-wal"}) {
      struct stat found {};
      const std::string file = command_.database + part;
      if (::stat(file.c_str(), &found) != 0) continue;
      state += fmt::format("{}:{}:{}.{:09} ", found.st_ino, found.st_size, found.st_mtim.tv_sec,
                           found.st_mtim.tv_nsec);
    }
    return state;
  }

  // Returns whether there is a study to show. The connection is open only meanwhile, so that the
  // sweep can close its database.
  bool write(const std::optional<std::string>& writer, bool is_last) {
    const auto begin = Clock::now();
    if (!fs::exists(command_.database)) return false;
    store::StoreReader reader = open_reader(command_.database);
    const auto progress = progress_of(reader);
    if (!progress) return false;
    is_complete_ = !writer && progress->ended >= progress->declared;
    std::optional<Following> following;
    if (!is_last && !is_complete_) {
      const auto left = seconds_left(reader, *progress, since_, now_text());
      following = Following{*progress, writer, left ? duration(*left) : "", renewal_};
    }
    const std::string page = study_page(read_study(reader, progress->name), following);
    write_whole(file_, page);
    if (!is_told_) tell(file_, page);
    is_told_ = true;
    const std::chrono::duration<double> took = Clock::now() - begin;
    renewal_ = std::max(kLeast, static_cast<int>(std::ceil(kShare * took.count())));
    due_ = Clock::now() + std::chrono::seconds(renewal_);
    return true;
  }

  std::optional<StudyProgress> progress_of(const store::StoreReader& reader) const {
    const std::vector<StudyProgress> studies = study_progress(reader);
    const auto is_meant = [&](const StudyProgress& study) {
      return command_.study.empty() || study.name == command_.study;
    };
    const auto found = std::find_if(studies.rbegin(), studies.rend(), is_meant);
    return found == studies.rend() ? std::nullopt : std::optional(*found);
  }

  const ReportCommand& command_;
  const fs::path file_;
  const InterruptCounter interrupts_;
  const std::string since_ = now_text();
  std::string shown_;  // state of the files that the page shows
  Clock::time_point due_{};
  int renewal_ = kLeast;
  bool was_written_ = false, is_complete_ = false, is_told_ = false;
};

int report_study(const ReportCommand& command) {
  const fs::path file = page_file(command);
  if (command.follows) return FollowedPage(command, file).follow();
  store::StoreReader reader = open_reader(command.database);
  const std::string page = study_page(read_study(reader, command.study));
  write_whole(file, page);
  tell(file, page);
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
  line.add_flag("--follow", command.follows,
                "rewrite the page while a sweep writes the database, which need not exist yet; an "
                "open page loads itself again");
}

}  // namespace skald
