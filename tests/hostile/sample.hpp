// A folder with a database in which every table has rows, made by skald, and all that commands want
// beside it.
#pragma once

#include <filesystem>
#include <string>

namespace skald::hostile {

struct Sample {
  std::filesystem::path folder;
  std::string run;        // hash of a run that has kept its draws
  std::string other_run;  // of one that has not

  static constexpr const char* kDatabase = "d.db";   // what attacks change
  static constexpr const char* kSound = "sound.db";  // its other databases stay as they are
  static constexpr const char* kHost = "host.db";    // has other runs, and something to be merged
  static constexpr const char* kGrid = "kept.json";
  static constexpr const char* kFurtherGrid = "further.json";
  static constexpr const char* kPrivateGrid = "private.json";
  static constexpr const char* kTemplate = "lab.json";  // of a scheduler
};

// Makes all of it in an empty folder. Throws std::runtime_error if a command fails.
Sample make_sample(const std::filesystem::path& folder);

}  // namespace skald::hostile
