#include "store/cluster/submissions.hpp"

namespace skald::store {

void record_submission(Connection& connection, const record::SubmissionRecord& s) {
  connection
      .prepare(
          "INSERT INTO submissions (name, study, document, scheduler, job, folder, first_task,"
          " tasks, runs, task_seconds, submitted, submitted_by, cancelled)"
          " VALUES (?, (SELECT id FROM studies WHERE name = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
          " ON CONFLICT (name) DO UPDATE SET job = excluded.job, cancelled = excluded.cancelled")
      .run(s.name, s.study, s.document, s.scheduler, s.job, s.folder, s.first_task, s.tasks, s.runs,
           s.task_seconds, s.submitted, s.submitted_by, s.cancelled);
}

void remove_submission(Connection& connection, const std::string& name) {
  connection.prepare("DELETE FROM submissions WHERE name = ?").run(name);
}

std::vector<record::SubmissionRecord> submissions(const Connection& connection) {
  std::vector<record::SubmissionRecord> found;
  if (connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'submissions'") == 0) {
    return found;
  }
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
