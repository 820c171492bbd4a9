// A sweep that works in a folder of its own and publishes what it has as a part.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cluster/earlier_parts.hpp"
#include "cluster/part.hpp"
#include "commands/parts/chosen_share.hpp"
#include "store/store.hpp"
#include "sweep/pending_runs.hpp"
#include "sweep/sweep_view.hpp"

namespace skald {

struct PublishOptions {
  bool is_on = false;
  std::string local;  // where to work; empty: $TMPDIR or /tmp
};

void add_publish(CLI::App& line, PublishOptions& options);

struct PublishedShare {
  std::filesystem::path parts;  // the folder to publish into
  std::filesystem::path work;   // the folder to work in
  Part part;                    // as it is known so far
  RunShare runs;
  EarlierParts earlier;

  std::string database() const { return (work / kPartDatabase).string(); }
};

// Returns nothing unless the options ask for it. The share is the grid as a whole if none is given.
std::optional<PublishedShare> published_share(const PublishOptions& options,
                                              const std::string& database, const LoadedGrid& loaded,
                                              const std::vector<SweepRun>& runs,
                                              const std::optional<ChosenShare>& share);

// Takes over what earlier attempts have published, and tells of it. `runs` are the grid's.
void go_on(PublishedShare& share, const std::vector<SweepRun>& runs, store::Store& store,
           SweepView& view);

// Notes what the sweep has left, as long as its store is open.
void note_end(PublishedShare& share, bool is_complete, const RunChoice& choice,
              const std::vector<SweepRun>& runs, store::Store& store);

// Publishes the part, unless `ended` runs and no checkpoint are nothing new, and removes the folder
// in which it was made. Returns the database in it. Throws std::runtime_error that says where the
// results are if it cannot be published.
std::string hand_over(const PublishedShare& share, std::size_t ended, SweepView& view);

}  // namespace skald
