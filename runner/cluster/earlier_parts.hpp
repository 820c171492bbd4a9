// How a share is published as a part, and what earlier attempts at it have published.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cluster/part.hpp"
#include "store/store.hpp"

namespace skald {

struct EarlierParts {
  std::optional<std::filesystem::path> complete;  // a part with nothing left to do
  std::vector<std::string> notes;                 // parts that cannot be used, and why
  std::size_t runs = 0;                           // that were taken over
  std::size_t checkpoints = 0;                    // of runs that have not ended
};

// Takes over the runs of parts of the share of `part` (by its grid's document and its
// share) from the folder of parts, collected ones included, into the store of this share, with
// their draws. Of `runs`, those that have not ended get the latest checkpoint that any part has,
// whatever its share is: tasks that are cut anew go on where others were ended. What cannot be
// taken over is noted and done again. Throws std::exception if files cannot be read or the store
// cannot be written.
EarlierParts go_on_from(const std::filesystem::path& parts, const Part& part,
                        const std::vector<std::string>& runs, store::Store& store);

// Leaves a part of a sweep for another process to collect.

// Returns the folder in which a process of this user on this machine does that share for those
// parts, below `base`; it holds part.db. Makes it, readable by this user only. Throws
// std::runtime_error if it cannot be made or belongs to somebody else.
std::filesystem::path work_folder(const std::filesystem::path& base,
                                  const std::filesystem::path& parts, const Part& part);

// Copies part.db with its draws and checkpoints from `work` into the folder `parts`, which is made
// if it is missing, as a part that `part` describes but for its files. It appears whole, by one
// rename, as share-I-of-N.HOST.ATTEMPT; the copy may cross file systems. The database must be
// closed. Returns the folder. Throws std::filesystem::filesystem_error or std::runtime_error if
// that is impossible, and leaves `work` as it is.
std::filesystem::path publish(const std::filesystem::path& work, Part part,
                              const std::filesystem::path& parts);

}  // namespace skald
