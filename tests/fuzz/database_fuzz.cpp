// Fuzz target: edits of a results database. With an even first byte, bytes of the file are
// overwritten; with an odd one, values of its tables, which are then sealed again. Whatever reads
// the file reads it to the end or refuses it in a sentence, and no value of it becomes a path that
// leads elsewhere.
#include <algorithm>
#include <bit>
#include <chrono>

#include "../core/store/sample_records.hpp"
#include "files/regular_file.hpp"
#include "fuzz_target.hpp"
#include "store/audits/cell_audits.hpp"
#include "store/cluster/submissions.hpp"
#include "store/columns.hpp"
#include "store/database_check.hpp"
#include "store/seals/declaration_seals.hpp"
#include "store/seals/run_seals.hpp"
#include "text/file_word.hpp"

namespace database_fuzz {

using namespace skald;
using namespace skald::store;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPage = 4096;

struct Column {
  std::string table, name;
};

// A database with rows in most tables.
struct Sample {
  std::string bytes;
  std::vector<Column> columns;
};

Sample make_sample() {
  const TemporaryFolder folder;
  {
    Store store = Store::open(folder / "r.db");
    const std::int64_t study = skald_test::declare_toy(store);
    store.record(skald_test::sample_run(study, "a", 0, {0.5, 0.75}));
    store.record(skald_test::sample_run(study, "b", 0, {0.25}));
  }
  record_submission(folder / "r.db", skald_test::sample_submission());
  Sample sample{files::read_regular_file(folder / "r.db"), {}};
  const Connection connection(folder / "r.db", Access::read, std::chrono::seconds(1));
  Statement rows = connection.prepare(
      "SELECT s.name, c.name FROM sqlite_schema AS s, pragma_table_info(s.name) AS c WHERE"
      " s.type = 'table' AND s.name <> 'student_t' ORDER BY s.name, c.cid");
  while (rows.step())
    sample.columns.push_back({std::string(rows.text(0)), std::string(rows.text(1))});
  return sample;
}

const Sample& sample() {
  static const Sample made = make_sample();
  return made;
}

// An edit is a page, and one of fuzz::edited() within it.
std::string with_changed_bytes(std::string_view edits) {
  std::string bytes = sample().bytes;
  while (edits.size() >= 4) {
    const std::size_t begin = fuzz::take_byte(edits) % (bytes.size() / kPage) * kPage;
    const std::size_t length = 3 + static_cast<unsigned char>(edits[2]) % 9U;
    const std::string_view edit = edits.substr(0, length);
    edits.remove_prefix(edit.size());
    std::string page = fuzz::edited(bytes.substr(begin, kPage), edit);
    page.resize(kPage);
    bytes.replace(begin, kPage, page);
  }
  return bytes;
}

// The rest of the bytes as a value: of which type, the first says.
void bind_value(Statement& update, std::string_view bytes) {
  const std::uint8_t type = fuzz::take_byte(bytes) % 4;
  std::int64_t number = 0;
  for (const char c : bytes.substr(0, 8)) number = number << 8 | static_cast<unsigned char>(c);
  if (type == 0) update.bind(0, bytes);
  if (type == 1) update.bind(0, number);
  if (type == 2) update.bind(0, std::bit_cast<double>(number));
  if (type == 3) update.bind(0, std::monostate{});
}

// Each edit is a column, the length of a value, and the value.
void change_values(const fs::path& file, std::string_view edits) {
  Connection connection(file, Access::write, std::chrono::seconds(1));
  connection.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON");
  while (edits.size() >= 2) {
    const Column& column = sample().columns[fuzz::take_byte(edits) % sample().columns.size()];
    const std::size_t length = fuzz::take_byte(edits);
    const std::string_view value = edits.substr(0, length);
    edits.remove_prefix(value.size());
    try {
      Statement update = connection.prepare("UPDATE OR IGNORE " + column.table + " SET " +
                                            quote_identifier(column.name) + " = ?");
      bind_value(update, value);
      update.step();
    } catch (const std::runtime_error&) {
      // The column is of another type.
    }
  }
  connection.limit_work(0);
  try {
    seal_runs(connection);
    seal_audits(connection);
    seal_declarations(connection);
  } catch (const std::runtime_error&) {
    // What is sealed cannot be read.
  }
}

void read_all(const fs::path& file) {
  StoreReader reader(file, std::chrono::milliseconds(0), Cache::scans);
  for (const auto& row :
       reader.query("SELECT hash FROM runs UNION ALL SELECT hash FROM cells").rows)
    fuzz::require(text::FileWord::is_one(std::get<std::string>(row.at(0))));
  for (const std::string& study : reader.studies()) {
    const record::StudyRuns runs = reader.study_runs(study);
    for (const record::MetricRecord& metric : runs.metrics) reader.curves(runs, metric.name);
  }
  for (const char* view : {"run_table", "final_metrics", "provenance", "compare_seeds", "audits"})
    reader.query(view);
  reader.results_hash();
}

// std::invalid_argument and std::runtime_error are refusals.
template <class F>
void may_refuse(F function) {
  try {
    function();
  } catch (const std::runtime_error& refusal) {
    fuzz::require(*refusal.what() != '\0');
  } catch (const std::invalid_argument& refusal) {
    fuzz::require(*refusal.what() != '\0');
  }
}

}  // namespace
}  // namespace database_fuzz

FUZZ_TARGET(database, bytes) {
  using namespace database_fuzz;
  const TemporaryFolder folder;
  const fs::path file = folder / "r.db";
  if (fuzz::take_byte(bytes) % 2 == 0) {
    folder.write("r.db", with_changed_bytes(bytes));
  } else {
    folder.write("r.db", sample().bytes);
    change_values(file, bytes);
  }
  may_refuse([&] { read_all(file); });
  may_refuse([&] { check_database(file); });
  may_refuse([&] {
    Store into = Store::open(folder / "into.db");
    into.merge(file);
  });
  may_refuse([&] { Store::open(file).prune(); });
}
