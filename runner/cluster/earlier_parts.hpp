// What earlier attempts at a share have published.
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

}  // namespace skald
