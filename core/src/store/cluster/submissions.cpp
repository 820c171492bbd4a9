#include "store/cluster/submissions.hpp"

#include <algorithm>
#include <string_view>
#include <thread>

#include "store/columns.hpp"
#include "store/damage.hpp"
#include "store/opening/readable_file.hpp"
#include "store/opening/require_trusted.hpp"
#include "store/schema.hpp"
#include "store/schema_objects.hpp"
#include "store/writer_lock.hpp"
#include "text/file_word.hpp"
#include "text/printable.hpp"

namespace skald::store {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::seconds kLockPatience{30};

template <class... Values>
void write(const fs::path& database, const std::string& sql, const Values&... values) {
  await_writer(database);
  WriterLock lock(database);
  lock.hold_database();
  require_harmless(database);
  Connection connection(database, Access::write, kLockPatience);
  Transaction transaction(connection, Transaction::Kind::write);
  require_this_version(database, file_version(connection));
  require_trusted(connection);
  require_no_triggers(connection);
  connection.prepare(sql).run(values...);
  transaction.commit();
}

void require_that(bool is_so, const Connection& connection, const char* column,
                  std::string_view found, const char* expected) {
  if (is_so) return;
  throw DamagedError(connection.file().string() + ": submissions." + column + " is \"" +
                     text::printable_line(std::string(found.substr(0, 80))) + "\", expected " +
                     expected + "; the file was not made by Skald, or was changed");
}

void require_names(const Connection& connection, const record::SubmissionRecord& s) {
  const auto require_word = [&](const char* column, const std::string& word) {
    require_that(text::FileWord::is_one(word), connection, column, word,
                 "letters, digits, '-' and '_'");
  };
  require_word("name", s.name);
  require_word("scheduler", s.scheduler);
  require_word("folder", s.folder);
  require_that(s.job.empty() || record::is_job_id(s.job), connection, "job", s.job,
               "the id of a job");
}

void require_numbers(const Connection& connection, const record::SubmissionRecord& s,
                     std::int64_t tasks) {
  const auto require_task = [&](const char* column, std::int64_t number, std::int64_t sum) {
    require_that(number >= 0 && sum <= record::kMostTasks, connection, column,
                 std::to_string(number), "0 to 200000 in all");
  };
  require_task("first_task", s.first_task, s.first_task);
  require_task("tasks", s.tasks, tasks);
}

}  // namespace

void await_writer(const fs::path& database, std::chrono::milliseconds longest) {
  const auto end = std::chrono::steady_clock::now() + longest;
  while (writer_of(database) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

void record_submission(const fs::path& database, const record::SubmissionRecord& s) {
  const std::string columns = record_columns<record::SubmissionRecord>();
  write(database,
        "INSERT INTO submissions (study, " + columns +
            ") VALUES ((SELECT id FROM studies WHERE name = ?), " + parameters(columns) +
            ") ON CONFLICT (name) DO UPDATE SET job = excluded.job, cancelled = excluded.cancelled",
        s.study, s);
}

void remove_submission(const fs::path& database, const std::string& name) {
  write(database, "DELETE FROM submissions WHERE name = ?", name);
}

std::vector<record::SubmissionRecord> submissions(const Connection& connection) {
  std::vector<record::SubmissionRecord> found;
  Statement rows =
      connection.prepare("SELECT studies.name, " + record_columns<record::SubmissionRecord>("s.") +
                         " FROM submissions AS s JOIN studies ON studies.id = study ORDER BY s.id");
  std::int64_t tasks = 0;
  while (rows.step()) {
    record::SubmissionRecord& s = found.emplace_back(rows.read_record<record::SubmissionRecord>(1));
    s.study = rows.text(0);
    require_names(connection, s);
    tasks += std::min(s.tasks, record::kMostTasks + 1 - tasks);
    require_numbers(connection, s, tasks);
  }
  return found;
}

}  // namespace skald::store
