#include "commands/parts/destination.hpp"

#include <fmt/core.h>

#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "cluster/earlier_parts.hpp"
#include "database/samples.hpp"
#include "engine/checkpoint_file.hpp"
#include "engine/sample_file.hpp"
#include "store/store_reader.hpp"
#include "sweep/declaration.hpp"
#include "sweep/inventory.hpp"
#include "system/program.hpp"
#include "system/provenance.hpp"
#include "text/number_text.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

// The runs of the share, and those that they are compared with.
std::vector<std::string> hashes_of(const RunShare& share, const std::vector<SweepRun>& runs) {
  std::set<std::string> hashes;
  for (const std::size_t i : share) {
    hashes.insert(runs[i].hash.text());
    if (runs[i].reference) hashes.insert(runs[*runs[i].reference].hash.text());
  }
  return {hashes.begin(), hashes.end()};
}

void tell_of_released(const std::string& database, const GridRuns& grid, SweepView& view) {
  const std::string released =
      released_runs(store::StoreReader(database), grid.loaded.grid.name, grid.runs);
  if (released.empty()) return;
  view.say(fmt::format("{} are kept, beside those of this one; skald prune {} removes them",
                       released, shell_word(database)));
}

void tell_of(const EarlierParts& earlier, SweepView& view) {
  for (const std::string& note : earlier.notes) view.say(note);
  if (earlier.runs > 0) {
    view.say(fmt::format("{} taken over from earlier parts of the share",
                         text::counted(static_cast<std::int64_t>(earlier.runs), "run")));
  }
  if (earlier.checkpoints > 0) {
    view.say(fmt::format(
        "{} on from the checkpoints of earlier parts",
        text::counted(static_cast<std::int64_t>(earlier.checkpoints), "run goes", "runs go")));
  }
}

}  // namespace

void add_publish(CLI::App& line, PublishOptions& options) {
  CLI::Option* publish = line.add_flag(
      "--publish", options.is_on,
      "work on this machine's own disk, and leave the results as a part in the folder DB.parts, "
      "from where skald collect takes them");
  line.add_option("--local", options.local,
                  "with --publish: the folder to work in (default: $TMPDIR, else /tmp)")
      ->needs(publish);
}

Destination::Destination(const PublishOptions& options, std::string database, const GridRuns& grid,
                         SweepView& view)
    : database_(std::move(database)), grid_(grid), view_(view) {
  if (!options.is_on) return;
  part_ = Part{grid.loaded.grid.name,
               text::sha256(grid.loaded.text),
               grid.share ? grid.share->name : ShareName(),
               host_name(),
               runs_of_part().size(),
               0,
               false,
               {}};
  parts_ = fs::absolute(parts_folder(database_));
  const fs::path base = options.local.empty() ? fs::temp_directory_path() : fs::path(options.local);
  work_ = work_folder(base, parts_, *part_);
}

// The grid as a whole if no share of it was chosen.
RunShare Destination::runs_of_part() const {
  if (grid_.share) return grid_.share->runs;
  RunShare all;
  for (std::size_t i = 0; i < grid_.runs.size(); ++i) {
    if (!grid_.runs[i].is_reference) all.push_back(i);
  }
  return all;
}

void Destination::go_on(store::Store& store) {
  if (!part_) return;
  earlier_ = go_on_from(parts_, *part_, hashes_of(runs_of_part(), grid_.runs), store);
  tell_of(earlier_, view_);
}

std::int64_t Destination::declare_study(store::Store& store) const {
  if (part_) return declare(grid_.loaded, grid_.runs, runs_of_part(), store);
  tell_of_released(database_, grid_, view_);
  return declare(grid_.loaded, grid_.runs, store);
}

void Destination::note_end(const SweepResults& results, const RunChoice& choice,
                           store::Store& store) {
  if (!part_) return;
  std::vector<std::string> hashes;
  for (const std::size_t i : runs_of_part()) hashes.push_back(grid_.runs[i].hash.text());
  part_->ended = store.finished(hashes).size();
  part_->is_complete = results.is_complete && !choice.limit && choice.only.empty();
}

// They are not removed, since they may be the only copies of another database that had this name
// before.
void Destination::tell_of_samples() const {
  if (part_) return;
  const std::size_t arrays = samples_without_run(store::StoreReader(database_)).size();
  if (arrays == 0) return;
  view_.say(
      fmt::format("{} arrays of draws in {} belong to no run of the database; skald prune {} --yes "
                  "removes them",
                  arrays, sample_folder(database_).string(), shell_word(database_)));
}

std::string Destination::hand_over(std::size_t ended) {
  if (!part_) return database_;
  const bool has_new = ended > 0 || fs::exists(checkpoint_folder(file())) ||
                       (part_->is_complete && !earlier_.complete);
  if (has_new) return publish_part();
  if (!earlier_.complete) return file();
  std::error_code error;
  fs::remove_all(work_, error);
  return (*earlier_.complete / kPartDatabase).string();
}

std::string Destination::publish_part() const {
  try {
    const fs::path part = publish(work_, *part_, parts_);
    std::error_code error;
    fs::remove_all(work_, error);
    view_.say(fmt::format("published {}: {} of {}", part.string(), part_->ended,
                          text::counted(part_->runs, "run")));
    return (part / kPartDatabase).string();
  } catch (const std::exception& e) {
    throw std::runtime_error(fmt::format(
        "the part cannot be published: {}; its results are in {}, and the same command on this "
        "machine publishes them",
        e.what(), file()));
  }
}

std::string Destination::next() const {
  return fmt::format("skald {} {}", part_ ? "collect" : "compare", shell_word(database_));
}

}  // namespace skald
