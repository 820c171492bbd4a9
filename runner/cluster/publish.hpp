// Leaves a part of a sweep for another process to collect.
#pragma once

#include <filesystem>

#include "cluster/part.hpp"

namespace skald {

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
