#include "store/cluster/submissions.hpp"

#include <thread>

#include "store/writer_lock.hpp"

namespace skald::store {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::seconds kLockPatience{30};

template <class... Values>
void write(const fs::path& database, const char* sql, const Values&... values) {
  await_writer(database);
  const WriterLock lock(database);
  Connection connection(database, Access::write, kLockPatience);
  Transaction transaction(connection, Transaction::Kind::write);
  connection.prepare(sql).run(values...);
  transaction.commit();
}

}  // namespace

void await_writer(const fs::path& database, std::chrono::milliseconds longest) {
  const auto end = std::chrono::steady_clock::now() + longest;
  while (writer_of(database) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

void record_submission(const fs::path& database, const record::SubmissionRecord& s) {
  write(database,
        "INSERT INTO submissions (name, study, document, scheduler, job, folder, first_task,"
        " tasks, runs, task_seconds, submitted, submitted_by, cancelled)"
        " VALUES (?, (SELECT id FROM studies WHERE name = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (name) DO UPDATE SET job = excluded.job, cancelled = excluded.cancelled",
        s.name, s.study, s.document, s.scheduler, s.job, s.folder, s.first_task, s.tasks, s.runs,
        s.task_seconds, s.submitted, s.submitted_by, s.cancelled);
}

void remove_submission(const fs::path& database, const std::string& name) {
  write(database, "DELETE FROM submissions WHERE name = ?", name);
}

std::vector<record::SubmissionRecord> submissions(const Connection& connection) {
  std::vector<record::SubmissionRecord> found;
  Statement rows = connection.prepare(
      "SELECT s.name, studies.name, s.document, scheduler, job, folder, first_task, tasks, runs,"
      " task_seconds, submitted, submitted_by, cancelled FROM submissions AS s"
      " JOIN studies ON studies.id = study ORDER BY s.id");
  while (rows.step()) {
    record::SubmissionRecord& s = found.emplace_back();
    s.name = rows.text(0);
    s.study = rows.text(1);
    s.document = rows.text(2);
    s.scheduler = rows.text(3);
    s.job = rows.text(4);
    s.folder = rows.text(5);
    s.first_task = rows.integer(6);
    s.tasks = rows.integer(7);
    s.runs = rows.integer(8);
    s.task_seconds = rows.real(9);
    s.submitted = rows.text(10);
    s.submitted_by = rows.text(11);
    s.cancelled = rows.text(12);
  }
  return found;
}

}  // namespace skald::store
