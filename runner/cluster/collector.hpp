// Merges the parts of a sweep into its database, each exactly once.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cluster/part.hpp"
#include "store/store.hpp"

namespace skald {

// A part that was merged.
struct Collected {
  std::filesystem::path part;  // where it was
  store::MergeReport report;
  std::size_t arrays = 0;  // of draws that were copied
};

// A part that was left where it is.
struct Refused {
  std::filesystem::path part;
  PartFault fault;
};

struct CollectRound {
  std::vector<Collected> collected;
  std::vector<Refused> refused;
};

// The shares of a grid whose runs have been collected.
struct ShareProgress {
  std::string grid;
  std::size_t of = 0;                      // number of shares
  std::map<std::size_t, Part> incomplete;  // by index
  std::vector<std::size_t> missing;        // no part has come
  std::size_t complete = 0;

  bool is_complete() const { return complete == of; }
};

class Collector {
 public:
  // `database` need not exist yet.
  Collector(std::filesystem::path database, std::filesystem::path parts,
            bool allow_network_file_system);

  // Merges every part that has arrived, in the order of their names, unless is_to_stop() says so in
  // between. A part is read and examined as a whole, merged in one transaction with all its runs or
  // none, and moved to collected/ once the database and the draws are synced. What is killed in
  // between is done again by the next round, which finds the runs already there. Throws as
  // Store::open() does.
  CollectRound round(const std::function<bool()>& is_to_stop);

  // The shares that have been collected, by grid and number of shares, of the grids as the database
  // declares them.
  std::vector<ShareProgress> progress();

 private:
  // Returns why the part was not merged. Opens the store for the first part that can be.
  std::optional<PartFault> take(const std::filesystem::path& folder,
                                std::optional<store::Store>& store, CollectRound& round);
  std::optional<PartFault> other_grid(const Part& part) const;
  std::map<std::string, std::string> documents() const;  // their SHA-256, by the study's name

  std::filesystem::path database_, parts_;
  bool allow_network_file_system_;
  std::map<std::filesystem::path, Part> known_;  // parts that have been collected
};

}  // namespace skald
