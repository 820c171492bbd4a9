#include "store/seals/examination.hpp"

#include <chrono>
#include <cstdint>

namespace skald::store {
namespace {

// A number that differs between two calls if another connection changed the file in between.
std::int64_t version_seen_by(const StoreReader& reader) {
  return reader.connection().integer("PRAGMA data_version");
}

// Returns whether both opened the file that has the name now.
bool is_same_file(const StoreReader& a, const StoreReader& b) {
  return !a.connection().is_moved() && !b.connection().is_moved();
}

// Begins a transaction that sees the file as it is now, not as it is when it is first read.
std::unique_ptr<Transaction> snapshot_of(StoreReader& reader) {
  std::unique_ptr<Transaction> snapshot(new Transaction(reader.snapshot()));
  version_seen_by(reader);
  return snapshot;
}

}  // namespace

Examination::Examination(StoreReader& reader) : reader_(reader) {
  std::int64_t before = 0;
  try {
    twin_.emplace(reader.file(), std::chrono::milliseconds(0), Cache::scans);
    before = version_seen_by(*twin_);
  } catch (const std::exception&) {
    twin_.reset();
  }
  snapshot_ = snapshot_of(reader);
  if (!twin_) return;
  try {
    twin_snapshot_ = snapshot_of(*twin_);
    const bool is_same = version_seen_by(*twin_) == before && is_same_file(reader, *twin_);
    if (!is_same) twin_snapshot_.reset();
  } catch (const std::exception&) {
    twin_snapshot_.reset();
  }
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
