// Fuzz target: any bytes as the file of a checkpoint, or edits of a valid one; the first byte
// chooses. What is loaded is the whole file: saved again, it is the same. No bytes but those that
// were written are accepted.
#include "engine/checkpoint_file.hpp"
#include "fuzz_target.hpp"
#include "system/files.hpp"
#include "temporary_folder.hpp"

namespace {

// A folder with one checkpoint.
struct Place {
  TemporaryFolder folder;
  skald::CheckpointPlace place{.file = folder / "run", .identity = "identity", .seconds = 0};

  std::string saved(const skald::Checkpoint& checkpoint) const {
    fuzz::require(skald::CheckpointFile(place).save(checkpoint));
    return skald::files::read_regular_file(place.file);
  }
};

}  // namespace

FUZZ_TARGET(checkpoint, bytes) {
  static const Place place;
  static const std::string valid =
      place.saved({.state = "state\nof a run", .draws = "16 " + std::string(64, 'a')});
  const std::string file =
      fuzz::take_byte(bytes) % 2 == 0 ? std::string(bytes) : fuzz::edited(valid, bytes);
  place.folder.write("run", file);
  const auto loaded = skald::CheckpointFile(place.place).load();
  if (file == valid) fuzz::require(loaded.has_value());
  if (loaded) fuzz::require(place.saved(*loaded) == file);
}
