// Runs that have ended, until they are stored.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "record/records.hpp"
#include "sweep/run_record.hpp"

namespace skald {

class EndedRuns {
 public:
  // `run` is its place among the runs of the plan.
  void add(std::size_t run, record::RunRecord record, bool is_reference) {
    has_reference_ |= is_reference;
    bytes_ += memory_of(record);
    runs_.push_back(run);
    records_.push_back(std::move(record));
  }
  void clear() { *this = EndedRuns(); }

  bool empty() const { return runs_.empty(); }
  std::size_t size() const { return runs_.size(); }
  // In the order of their ends; the i-th record is that of the i-th run.
  const std::vector<std::size_t>& runs() const { return runs_; }
  const std::vector<record::RunRecord>& records() const { return records_; }
  std::vector<record::RunRecord>& records() { return records_; }
  // Whether other runs wait for one of them.
  bool has_reference() const { return has_reference_; }
  // Whether they take so much memory that no further run is to be begun.
  bool are_too_many() const { return bytes_ >= kMostBytes; }
  std::vector<std::string> hashes() const {
    std::vector<std::string> all;
    for (const record::RunRecord& record : records_) all.push_back(record.hash);
    return all;
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  std::vector<std::size_t> runs_;
  std::vector<record::RunRecord> records_;
  std::size_t bytes_ = 0;
  bool has_reference_ = false;
};

}  // namespace skald
