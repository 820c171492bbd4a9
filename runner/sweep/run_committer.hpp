// Ended runs on their way into the store.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "store/store.hpp"

namespace skald {

class RunCommitter {
 public:
  // The store outlives this.
  explicit RunCommitter(store::Store& store) : store_(store) {}

  // Stores the runs, all in one transaction unless the store refuses something that one of them has
  // left. Then each has its own, and a refused run is stored as failed, with the store's words and
  // without numbers: its record becomes that. Metrics that samplers record of themselves are
  // declared. Returns the positions of the runs that could not be stored even so. Throws what keeps
  // the store from taking anything: a full disk, a lock, damage.
  std::vector<std::size_t> commit(std::span<record::RunRecord> runs);

 private:
  void store(std::span<const record::RunRecord> runs);
  void declare_recorded_metrics(std::span<const record::RunRecord> runs);
  // What was refused, if anything.
  std::string try_to_store(std::span<const record::RunRecord> runs);

  store::Store& store_;
  std::set<std::string> declared_;
};

}  // namespace skald
