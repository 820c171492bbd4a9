// The state of a run on disk, beside the results database.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/job.hpp"

namespace skald {

// An unfinished run: the state of its computation, and the seal of the draws that it has kept (see
// SampleFile; "" if it keeps none).
struct Checkpoint {
  std::string state;
  std::string draws;
};

// The file with a run's checkpoint, written by the worker: a header with the identity, the seal and
// a digest, then the state. The file appears whole or not at all.
class CheckpointFile {
 public:
  explicit CheckpointFile(const CheckpointPlace& place);

  // Returns the saved checkpoint; nothing if there is none, or if it is damaged or has another
  // identity.
  std::optional<Checkpoint> load() const;
  // Whether the time between checkpoints has passed since the last one, or since construction.
  bool is_due() const;
  // Saves the checkpoint; makes the folder if it is missing. Returns false if it could not be
  // written, say because the disk is full: the run goes on without it.
  bool save(const Checkpoint& checkpoint);

 private:
  const CheckpointPlace& place_;
  std::chrono::steady_clock::time_point last_;
};

// Returns <database>.checkpoints, where the files are named after the hashes of their runs.
std::filesystem::path checkpoint_folder(const std::filesystem::path& database);

// Removes the run's file if there is one, and the folder if that was the last file.
void remove_checkpoint(const std::filesystem::path& database, const std::string& hash);

// Files that are named after runs: HASH, HASH.npy, HASH.npy.draws, ...

// Returns the files in the folder that are named after runs, by the runs' hashes, considering only
// those whose names end with `ending`. Empty if there is no such folder.
std::multimap<std::string, std::filesystem::path> run_files_in(const std::filesystem::path& folder,
                                                               std::string_view ending = "");
// Returns the hashes of the runs after which files in the folder are named, considering only files
// whose names end with `ending`. Empty if there is no such folder.
std::set<std::string> run_hashes_in(const std::filesystem::path& folder,
                                    std::string_view ending = "");

}  // namespace skald
