// A run's state on disk, beside the results database.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

#include "job.hpp"

namespace skald {

// Written by the worker: a header with the identity and a digest, then the state. The file appears
// whole or not at all.
class CheckpointFile {
 public:
  explicit CheckpointFile(const CheckpointPlace& place);

  // The saved state; "" where there is none, or one of something else, or a damaged one.
  std::string load() const;
  // Whether `seconds` have passed since the last checkpoint or the beginning.
  bool is_due() const;
  // Makes the folder if it is missing. A disk that is full loses the checkpoint, not the run.
  void save(std::string_view state);

 private:
  const CheckpointPlace& place_;
  std::chrono::steady_clock::time_point last_;
};

// <database>.checkpoints, where the runs' files stand by their hashes.
std::filesystem::path checkpoint_folder(const std::filesystem::path& database);

// Removes the run's file if there is one, and the folder with the last of them.
void remove_checkpoint(const std::filesystem::path& database, const std::string& hash);

}  // namespace skald
