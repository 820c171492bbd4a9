// What earlier attempts at a share have published.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "handover/part.hpp"
#include "store/store.hpp"

namespace skald {

struct EarlierParts {
  std::optional<std::filesystem::path> complete;  // a part with nothing left to do
  std::vector<std::string> notes;                 // parts that cannot be used, and why
  std::size_t runs = 0;                           // that were taken over
};

// Takes over the runs of parts of the share of `part` (by its grid's document and its
// share) from the folder of parts, collected ones included, into the store of this share, with
// draws and checkpoints, so that the sweep goes on from there. What cannot be taken over is noted
// and done again. Throws std::exception if files cannot be read or the store cannot be written.
EarlierParts go_on_from(const std::filesystem::path& parts, const Part& part, store::Store& store);

}  // namespace skald
