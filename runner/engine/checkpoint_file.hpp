// A run's state on disk, beside the results database.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/job.hpp"

namespace skald {

// A run on its way: the state of its computation, and the seal of the draws that it had kept (see
// SampleFile; "": none).
struct Checkpoint {
  std::string state;
  std::string draws;
};

// Written by the worker: a header with the identity, the seal and a digest, then the state. The
// file appears whole or not at all.
class CheckpointFile {
 public:
  explicit CheckpointFile(const CheckpointPlace& place);

  // What was saved; none where there is nothing, or something else's, or a damaged one.
  std::optional<Checkpoint> load() const;
  // Whether `seconds` have passed since the last checkpoint or the beginning.
  bool is_due() const;
  // Makes the folder if it is missing. A disk that is full loses the checkpoint, not the run: then
  // false.
  bool save(const Checkpoint& checkpoint);

 private:
  const CheckpointPlace& place_;
  std::chrono::steady_clock::time_point last_;
};

// <database>.checkpoints, where the runs' files stand by their hashes.
std::filesystem::path checkpoint_folder(const std::filesystem::path& database);

// Removes the run's file if there is one, and the folder with the last of them.
void remove_checkpoint(const std::filesystem::path& database, const std::string& hash);

}  // namespace skald
