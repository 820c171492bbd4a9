#include "cluster/earlier_parts.hpp"

#include <exception>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>

#include "database/open_reader.hpp"
#include "database/samples.hpp"
#include "engine/checkpoint_file.hpp"
#include "engine/run_files.hpp"
#include "engine/sample_file.hpp"
#include "store/damage.hpp"
#include "system/files.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

// A collector may move a part between the look at the folders and its use.
constexpr int kLooks = 3;

bool is_of(const Part& part, const Part& wanted) {
  return part.document == wanted.document && part.share == wanted.share;
}

// The file appears whole or not at all, in place of one that is there.
void copy_whole(const fs::path& from, const fs::path& to) {
  make_folder(to.parent_path());
  copy_synced(from, to.string() + ".new");
  fs::rename(to.string() + ".new", to);
}

std::size_t take_over(const fs::path& folder, store::Store& store) {
  const fs::path database = folder / kPartDatabase;
  const MergedSamples samples(open_reader(database.string()), store::StoreReader(store.file()));
  const store::MergeReport report = store.merge(database, store::MergeRule::all_or_nothing);
  samples.keep_taken(store::StoreReader(store.file()));
  return static_cast<std::size_t>(report.added + report.replaced);
}

// A link that leads nowhere has not gone.
void leave_out(const fs::path& folder, const std::string& why, EarlierParts& earlier) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) {
    throw std::runtime_error(folder.string() + ": moved meanwhile");
  }
  earlier.notes.push_back(folder.string() + ": " + why + "; its runs are done again");
}

using Checkpoints = std::map<std::string, fs::path>;  // of runs, by hash

// Notes those checkpoints of the part that are later than the ones found so far.
void look_for_checkpoints(const fs::path& folder, const std::set<std::string>& runs,
                          Checkpoints& latest) {
  const fs::path checkpoints = checkpoint_folder(folder / kPartDatabase);
  for (const std::string& run : run_hashes_in(checkpoints)) {
    if (!runs.contains(run)) continue;
    const auto [known, is_new] = latest.emplace(run, checkpoints / run);
    if (is_new) continue;
    if (fs::last_write_time(checkpoints / run) > fs::last_write_time(known->second)) {
      known->second = checkpoints / run;
    }
  }
}

// Those of the runs that are still to be done, from the beginning or from a checkpoint.
std::set<std::string> unended(const std::vector<std::string>& runs, store::Store& store) {
  std::set<std::string> left(runs.begin(), runs.end());
  for (const auto& [run, status] : store.finished(runs)) {
    if (record::is_result(status)) left.erase(run);
  }
  return left;
}

// Copies the latest checkpoint of each run that has none here, after the draws that belong to it.
// Whether a checkpoint is whole and of this program is for the worker to say, which begins anew if
// it is not.
std::size_t take_checkpoints(const std::vector<fs::path>& parts,
                             const std::vector<std::string>& runs, store::Store& store) {
  Checkpoints latest;
  const std::set<std::string> wanted = unended(runs, store);
  for (const fs::path& folder : parts) look_for_checkpoints(folder, wanted, latest);
  std::size_t taken = 0;
  for (const auto& [run, checkpoint] : latest) {
    const fs::path here = checkpoint_folder(store.file()) / run;
    if (fs::exists(here)) continue;
    const fs::path part = checkpoint.parent_path().parent_path();
    const std::string draws = sample_file(part / kPartDatabase, run).string() + ".draws";
    if (fs::exists(draws)) copy_whole(draws, sample_file(store.file(), run).string() + ".draws");
    copy_whole(checkpoint, here);
    ++taken;
  }
  return taken;
}

// Looks at one part. Returns whether its checkpoints may be used. Throws if it has gone meanwhile.
bool look_at(const fs::path& folder, const Part& wanted, store::Store& store,
             EarlierParts& earlier) {
  const auto part = read_part(folder);
  if (!part) {
    leave_out(folder, part.reason().text, earlier);
    return false;
  }
  if (!is_of(*part, wanted)) return true;
  if (const auto fault = fault_of(*part, folder)) {
    leave_out(folder, fault->text, earlier);
    return false;
  }
  try {
    earlier.runs += take_over(folder, store);
    if (part->is_complete) earlier.complete = folder;
    return true;
  } catch (const store::DamagedError& e) {
    leave_out(folder, e.what(), earlier);
  } catch (const std::invalid_argument& e) {  // as of another version of Skald
    leave_out(folder, e.what(), earlier);
  }
  return false;
}

}  // namespace

EarlierParts go_on_from(const fs::path& parts, const Part& wanted,
                        const std::vector<std::string>& runs, store::Store& store) {
  for (int look = 1;; ++look) {
    EarlierParts earlier;
    try {
      std::vector<fs::path> sound;
      for (const fs::path& place : {parts, collected_folder(parts)}) {
        for (const fs::path& folder : parts_in(place)) {
          if (look_at(folder, wanted, store, earlier)) sound.push_back(folder);
        }
      }
      earlier.checkpoints = take_checkpoints(sound, runs, store);
      return earlier;
    } catch (const std::exception&) {
      if (look == kLooks) throw;
    }
  }
}

}  // namespace skald
