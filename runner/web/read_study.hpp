// A study as a page shows it, read from a database.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "record/study_runs.hpp"
#include "report/compare.hpp"
#include "stopping/rules.hpp"
#include "store/store_reader.hpp"
#include "web/page_charts.hpp"

namespace skald {

struct DeclaredAxis {
  std::string name;
  std::vector<record::SqlValue> values;  // each once, in the order of the grid
  bool is_unset_somewhere = false;       // some cells have no such option
};

// Runs that ended with the same status and the same last words.
struct Failure {
  std::string status, message;
  std::int64_t signal = 0;  // 0: none
  std::int64_t runs = 0;
  std::string hash;     // of the first of them
  std::string setting;  // of the same
};

struct PrivacyStatement {
  std::string text;
  std::int64_t runs = 0;
};

struct Study {
  std::string database;  // name of the file
  std::string name, description, document, created;
  std::vector<std::string> others;  // studies of the same database
  std::int64_t cells = 0, reference_cells = 0;
  stopping::Rules replicates;
  std::string stopping_note;
  std::vector<DeclaredAxis> axes;
  std::vector<std::pair<std::string, std::int64_t>> statuses;            // the most frequent first
  std::vector<std::pair<std::string, std::int64_t>> reference_statuses;  // of reference runs
  record::StudyRuns runs;
  report::Comparison comparison;
  PageCharts charts;
  std::vector<Failure> failures;
  std::int64_t more_failures = 0;  // kinds that are not in `failures`
  std::vector<PrivacyStatement> privacy;
  std::int64_t more_privacy = 0;
  record::ResultTable environments;  // for people: where and with what, and how many runs
  record::ResultTable plugins;       // kind, name, version, sha256, runs
  record::ResultTable data;          // file, sha256
  std::vector<std::string> commits;  // of Skald's sources, those known, without uncommitted changes
  std::string first_start, last_end;
  double wall_seconds = 0;
};

inline constexpr std::size_t kMostFailures = 100;    // kinds of failures on a page
inline constexpr std::size_t kMostPrivacy = 100;     // statements
inline constexpr std::size_t kMostLastWords = 4000;  // bytes of a message or statement

// All of it is one state of the database, whatever a sweep stores meanwhile. `name` empty: the
// study declared last. Throws UsageError where there is no study, std::invalid_argument for an
// unknown one, DamagedError where what `compare` reads is damaged.
// Without charts, which take most of the time where there are many runs, `charts` is empty.
enum class StudyDepth { tables, all };
Study read_study(store::StoreReader& reader, const std::string& name,
                 StudyDepth depth = StudyDepth::all);

}  // namespace skald
