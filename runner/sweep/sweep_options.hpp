// What a command line asks of a sweep. Whoever does a part of it reads here what it is to do.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "system/open_plugins.hpp"

namespace skald {

// Which runs of a grid are to be done.
struct RunChoice {
  bool force = false;                   // also runs that have ended
  bool keep = false;                    // except runs made by other builds of their plugins
  std::vector<std::string> retry = {};  // also runs that ended with one of these statuses
  std::vector<std::string> only = {};   // only runs with such a hash prefix, even failed ones
  // At most this many runs, the first ones in the order of pending_runs(), not counting the
  // reference runs that they need.
  std::optional<std::size_t> limit = {};
};

struct SweepOptions {
  PluginOptions plugins = {};
  std::string grid = {};      // file
  std::string database = {};  // empty: the grid's name.db
  std::size_t jobs = 0;       // threads of all runs together; 0: one per processor
  RunChoice choice = {};
  std::optional<double> max_seconds = {};  // wall time after which no further run is begun
  bool allow_network_file_system = false;

  std::string database_of(const std::string& grid_name) const {
    return database.empty() ? grid_name + ".db" : database;
  }
};

}  // namespace skald
