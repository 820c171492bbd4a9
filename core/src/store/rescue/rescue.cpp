#include "store/rescue/rescue.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "record/records.hpp"
#include "store/backup.hpp"
#include "text/number_text.hpp"
#include "text/result.hpp"

namespace skald::store {

namespace fs = std::filesystem;
namespace {

// Moves the content of the journal into the main file and empties it, whatever the two files are
// called now; false if that is impossible, for example because somebody is reading.
bool complete_main_file(Connection& connection) {
  try {
    const record::ResultTable answer = connection.query("PRAGMA wal_checkpoint(TRUNCATE)");
    return std::get<std::int64_t>(answer.rows.at(0).at(0)) == 0;
  } catch (const std::exception&) {
    return false;
  }
}

bool is_vacant(const fs::path& file) {
  std::error_code error;
  return !fs::exists(fs::symlink_status(file, error));
}

// Writes FILE.recovered-TIME.db into the database's folder, or elsewhere if that is gone or full.
// Without success, the reason is the first refusal.
text::Result<fs::path> recovered_copy(Connection& connection) {
  const std::string name =
      connection.file().filename().string() + ".recovered-" + time_for_name() + ".db";
  std::error_code error;
  std::string refusal;
  for (const fs::path& folder :
       {connection.file().parent_path(), fs::current_path(error), fs::temp_directory_path(error)}) {
    const fs::path file = folder / name;
    if (!is_vacant(file)) continue;
    try {
      write_copy(connection, file);
      return file;
    } catch (const std::exception& e) {
      if (refusal.empty()) refusal = e.what();
      fs::remove(file, error);
    }
  }
  return text::no_value(refusal);
}

// Where the results are, and whether they are complete without the journal.
struct Outcome {
  std::string text;
  bool is_safe = false;
};

std::string stored_runs(const Connection& connection) {
  try {
    return std::to_string(connection.integer("SELECT count(*) FROM runs")) + " stored runs";
  } catch (const std::exception&) {
    return "stored runs";
  }
}

// Whether the next sweep could not make everything anew.
bool is_worth_keeping(const Connection& connection) {
  try {
    return connection.integer(
               "SELECT EXISTS (SELECT 1 FROM runs) OR EXISTS (SELECT 1 FROM cell_audits)"
               " OR EXISTS (SELECT 1 FROM submissions)") == 1;
  } catch (const std::exception&) {
    return true;
  }
}

Outcome copied(Connection& connection) {
  if (!is_worth_keeping(connection)) return {"it held no run yet", true};
  const std::string runs = stored_runs(connection);
  const text::Result<fs::path> copy = recovered_copy(connection);
  if (copy) return {"its " + runs + " were recovered into " + copy->string(), true};
  return {"its " + runs + " could not be copied and are lost (" + copy.reason() + ")", false};
}

Outcome completed(Connection& connection, const std::string& where) {
  if (!complete_main_file(connection)) return copied(connection);
  return {"its " + stored_runs(connection) + " are complete in " + where, true};
}

// Deals with a journal left beside a file to which it does not belong, since it would be applied to
// that file. If its content is nowhere else, it is kept under another name, which the text reports.
std::string retire_journal(const fs::path& database, const DatabaseWatch& watch, bool is_safe) {
  if (!watch.has_journal_in_place()) return "";
  std::error_code error;
  const fs::path journal = journal_of(database);
  if (is_vacant(database)) fs::remove(database.string() + "-shm", error);
  try {
    if (!is_safe) return "; its journal is now " + set_aside(journal).string();
    fs::remove(journal);
    return "";
  } catch (const fs::filesystem_error&) {
    return "; remove " + journal.string() + ", which belongs to no file any more";
  }
}

std::string cut_text(const Disturbance& d) {
  return " was cut by another program from " + std::to_string(d.bytes_before) + " to " +
         text::counted(d.bytes, "byte") + " while runs were written to it";
}

std::string in_its_place(const Disturbance& d) {
  return d.is_replaced ? ", and another file stands in its place, which was left as it is" : "";
}

}  // namespace

std::string rescue(Connection& connection, const DatabaseWatch& watch, const Disturbance& d) {
  using enum Disturbance::Kind;
  std::string file = connection.file().string();
  const std::string journal = journal_of(file).string();
  connection.leave_files_at_end();
  switch (d.kind) {
    case deleted: {
      const Outcome results = copied(connection);
      return file + " was deleted while runs were written to it" + in_its_place(d) + "; " +
             results.text + retire_journal(file, watch, results.is_safe);
    }
    case renamed: {
      const std::string name = d.new_name.string();
      const Outcome results = completed(connection, name);
      return file + " was renamed to " + name + " while runs were written to it" + in_its_place(d) +
             "; " + results.text + retire_journal(file, watch, results.is_safe) +
             "; go on with --db " + name + ", or name it back";
    }
    case cut:
      return file + cut_text(d) + "; what stood there is lost: restore a copy" +
             retire_journal(file, watch, false);
    case overwritten:
      return file +
             " was overwritten by another program while runs were written to it; what it held "
             "before is lost" +
             retire_journal(file, watch, false);
    case journal_removed: {
      const Outcome results = completed(connection, file);
      return journal + " was deleted, renamed or replaced while runs were written to " + file +
             "; " + results.text + ", and the same command goes on";
    }
    case journal_cut:
      return journal + cut_text(d) + "; runs that were stored last may be missing in " + file +
             ": see skald doctor, then the same command does them again";
  }
  return file;
}

namespace fs = std::filesystem;
namespace {

bool has_content(const fs::path& file) {
  std::error_code none;
  const std::uintmax_t bytes = fs::file_size(file, none);
  return !none && bytes > 0;
}

bool is_taken(const fs::path& file) {
  std::error_code none;
  return fs::exists(fs::symlink_status(file, none));
}

}  // namespace

std::string time_for_name() {
  std::string text = record::to_text(record::now());
  text.erase(text.find('.'), 4);
  std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
  return text;
}

fs::path set_aside(const fs::path& journal) {
  const std::string name = journal.string() + ".former-" + time_for_name();
  fs::path aside = name;
  for (int number = 2; is_taken(aside); ++number) aside = name + "-" + std::to_string(number);
  fs::rename(journal, aside);
  return aside;
}

std::vector<std::string> set_aside_journals_of(const fs::path& database) {
  std::vector<std::string> sentences;
  if (has_content(database)) return sentences;
  for (const std::string suffix : {"-wal", "-journal"}) {
    const fs::path journal = database.string() + suffix;
    if (has_content(journal)) {
      sentences.push_back(journal.string() +
                          " was left by a database of that name, which was deleted or renamed "
                          "after a sweep had been killed, and is now " +
                          set_aside(journal).string() +
                          "; if that database is NAME now, call it NAME" + suffix +
                          " before you open NAME");
    }
    fs::remove(journal);
  }
  fs::remove(database.string() + "-shm");
  return sentences;
}

}  // namespace skald::store
