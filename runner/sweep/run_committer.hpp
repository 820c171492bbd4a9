// Stores runs that have ended.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "store/store.hpp"

namespace skald {

class RunCommitter {
 public:
  // The store must outlive this.
  explicit RunCommitter(store::Store& store) : store_(store) {}

  // Stores the runs, all in one transaction unless the store refuses something in one of them. If
  // it does, each run gets a transaction of its own, and a refused run is stored as failed, with
  // the store's message and without numbers; its element of `runs` is changed accordingly. Declares
  // the metrics that samplers record of themselves. Returns the positions of the runs that could
  // not be stored even as failed. Throws if the store cannot take anything: a full disk, a lock,
  // damage.
  std::vector<std::size_t> commit(std::span<record::RunRecord> runs);

  // The runs that had other results before, and are kept as former runs, since the last call.
  std::vector<store::FormerRun> take_former() { return std::exchange(former_, {}); }

 private:
  void store(std::span<const record::RunRecord> runs);
  void declare_recorded_metrics(std::span<const record::RunRecord> runs);
  // Returns why the store refused the runs; empty if it took them.
  std::string try_to_store(std::span<const record::RunRecord> runs);

  store::Store& store_;
  std::set<std::string> declared_;
  std::vector<store::FormerRun> former_;
};

}  // namespace skald
