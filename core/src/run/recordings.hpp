// What a sampler records of itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/records.hpp"
#include "skald/context.hpp"
#include "text/wire.hpp"

namespace skald::run {

// Limits of the Recorder: bytes of a name (with the prefix, what the database takes), names of one
// run, and values of vectors of one run, records times items added up.
inline constexpr std::size_t kLongestRecordedName =
    record::kLongestName - record::kRecordedPrefix.size();
inline constexpr std::size_t kMostRecordedNames = 200;
inline constexpr std::size_t kMostVectorValues = 2'000'000;

// The last record of every name.
class Recordings final : public Recorder {
 public:
  // `sampler`: its name, for complaints.
  explicit Recordings(std::string sampler) : sampler_(std::move(sampler)) {}

  void record(const char* name, double value) override;
  void record_vector(const char* name, std::span<const double> values) override;

  const std::map<std::string, double>& scalars() const { return scalars_; }
  const std::map<std::string, std::vector<double>>& vectors() const { return vectors_; }
  // Throws std::invalid_argument where a run would store more values of vectors than it may.
  void require_room(std::size_t values) const;

  void save(text::WireWriter& wire) const;
  void restore(text::WireReader& wire);

 private:
  void require_word(std::string_view name) const;
  // That the new name is not one too many, and not that of a record of the other kind.
  void require_new(const std::string& name, bool is_taken, const char* other_kind) const;

  std::string sampler_;
  std::map<std::string, double> scalars_;
  std::map<std::string, std::vector<double>> vectors_;
};

}  // namespace skald::run
