// Finds plugins whose numbers no seed decides, where that is easy to write: in languages that have
// loaders, such as Python. Of each version of such a plugin, a sweep does one run twice.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"

namespace skald {

class Repetition {
 public:
  // `host` must outlive this.
  explicit Repetition(plugin_host::PluginHost& host) : host_(host) {}

  // Whether the run, which has ended so, is to be done again before it is stored: it is the first
  // of a version of such a plugin, and so short, or one of so many (`waiting` runs are to come),
  // that the sweep takes hardly longer. Keeps what it has left.
  bool is_due(std::size_t run, const grid::Cell& cell, const record::RunRecord& record,
              std::size_t waiting);

  // Whether the run has been done once, and is kept here.
  bool is_second(std::size_t run) const { return first_.contains(run); }

  // Compares a run that was done again with what it had left. Adds an event to the record if they
  // differ, and to those of all later runs of these plugins. Returns what is to be told of it; ""
  // if nothing is.
  std::string judge(std::size_t run, const grid::Cell& cell, record::RunRecord& record);

 private:
  struct Version {
    std::string name;  // "sampler mine"
    std::string sha256;
  };
  std::vector<Version> of_loaders(const grid::Cell& cell) const;

  plugin_host::PluginHost& host_;
  std::set<std::string> tried_;                     // versions, by SHA-256
  std::map<std::string, std::string> found_;        // why, by SHA-256
  std::map<std::size_t, record::RunRecord> first_;  // of runs that are done again
};

}  // namespace skald
