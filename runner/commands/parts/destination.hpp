// Where a sweep leaves its results: in the database, or in a part of it that others collect.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "cluster/earlier_parts.hpp"
#include "cluster/part.hpp"
#include "commands/parts/grid_runs.hpp"
#include "store/store.hpp"
#include "sweep/sweep.hpp"
#include "sweep/sweep_view.hpp"

namespace skald {

struct PublishOptions {
  bool is_on = false;
  std::string local;  // where to work; empty: $TMPDIR or /tmp
};

void add_publish(CLI::App& line, PublishOptions& options);

class Destination {
 public:
  // `database` is the one that users are told of. Grid and view must outlive this.
  Destination(const PublishOptions& options, std::string database, const GridRuns& grid,
              SweepView& view);

  const std::string& database() const { return database_; }
  // The database in which the sweep works.
  std::string file() const { return part_ ? (work_ / kPartDatabase).string() : database_; }

  // For a part, takes over into the store of file() what earlier attempts at it have published.
  void go_on(store::Store& store);
  // Declares the grid to that store, for a part only its share. Returns the study's id.
  std::int64_t declare_study(store::Store& store) const;
  // Notes what the sweep has left, as long as its store is open.
  void note_end(const SweepResults& results, const RunChoice& choice, store::Store& store);
  // The rest is for when the store is closed.
  // Tells of draws that belong to no run of the database.
  void tell_of_samples() const;
  // Publishes the part, unless no ended run and no
  // checkpoint is new, and removes the folder in which it was made. Returns the database that has
  // the results. Throws std::runtime_error that says where they are if it cannot be published.
  std::string hand_over(std::size_t ended);
  // Returns the command that comes next.
  std::string next() const;

 private:
  RunShare runs_of_part() const;
  std::string publish_part() const;

  std::string database_;
  const GridRuns& grid_;
  SweepView& view_;
  std::optional<Part> part_;  // as it is known so far; nothing: the results stay in the database
  std::filesystem::path parts_, work_;  // the folders to publish into, and to work in
  EarlierParts earlier_;
};

}  // namespace skald
