#include "store/seals/examination.hpp"

#include <chrono>

namespace skald::store {
namespace {

// Returns whether both opened the file that has the name now.
bool is_same_file(const StoreReader& a, const StoreReader& b) {
  return !a.connection().is_moved() && !b.connection().is_moved();
}

}  // namespace

Examination::Examination(StoreReader& reader) : reader_(reader) {
  reader.renew();
  try {
    twin_.emplace(reader.file(), std::chrono::milliseconds(0), Cache::scans);
  } catch (const std::exception&) {
    // All is examined after the reading.
  }
  if (!twin_) return;
  // The twin's state came after the reader's former one and before its present one.
  const bool is_changed = reader.renew();
  if (is_changed || !is_same_file(reader, *twin_)) twin_.reset();
}

void Examination::begin(const std::string& study, Reading reading) {
  study_ = study;
  reading_ = reading;
  if (!is_parallel()) return;
  broken_ = std::async(std::launch::async, [this] { return broken_values(*twin_, study_); });
}

void Examination::finish() const {
  if (!broken_.valid()) return require_sound(reader_, study_, reading_);
  require_sound(reader_, study_, reading_, [this] { return broken_.get(); });
}

}  // namespace skald::store
