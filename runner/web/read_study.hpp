// Reads everything that the page of a study shows.
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
  std::vector<record::SqlValue> values;  // distinct values, in the order of the grid
  bool is_unset_somewhere = false;       // some cells do not have the option
};

// Runs that failed with the same status and the same message.
struct Failure {
  std::string status, message;
  std::int64_t signal = 0;  // 0: none
  std::int64_t runs = 0;
  std::string hash;     // of the first of these runs
  std::string setting;  // of the same run
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
  std::int64_t more_failures = 0;  // failures beyond kMostFailures
  std::vector<PrivacyStatement> privacy;
  std::int64_t more_privacy = 0;
  std::string audits_note;
  record::ResultTable environments;  // for people: where and how runs were computed, and how many
  record::ResultTable plugins;       // kind, name, version, sha256, runs
  record::ResultTable data;          // file, sha256
  std::vector<std::string> commits;  // known commits of Skald's sources without uncommitted changes
  std::string first_start, last_end;
  double wall_seconds = 0;
};

inline constexpr std::size_t kMostFailures = 100;    // distinct failures on a page
inline constexpr std::size_t kMostPrivacy = 100;     // statements
inline constexpr std::size_t kMostLastWords = 4000;  // bytes of a message or statement

// Reads the study from one state of the database, whatever a sweep stores meanwhile. If `name` is
// empty, reads the study declared last. Throws UsageError if there is no study,
// std::invalid_argument for an unknown one, and DamagedError if anything that `compare` reads is
// damaged.
Study read_study(store::StoreReader& reader, const std::string& name);

}  // namespace skald
