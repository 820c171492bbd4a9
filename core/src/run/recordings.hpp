// Keeps what a sampler records during a run.
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
#include "text/printable.hpp"
#include "text/wire.hpp"

namespace skald::run {

// Limits of the Recorder: bytes of a name (with the prefix, as many as the database allows), names
// in one run, and values of vectors in one run, added up over all records.
inline constexpr std::size_t kLongestRecordedName =
    text::kLongestName - record::kRecordedPrefix.size();
inline constexpr std::size_t kMostRecordedNames = 200;
inline constexpr std::size_t kMostVectorValues = 2'000'000;

// The latest record of every name.
class Recordings final : public Recorder {
 public:
  // `sampler`: its name, for error messages.
  explicit Recordings(std::string sampler) : sampler_(std::move(sampler)) {}

  void record(const char* name, double value) override;
  void record_vector(const char* name, std::span<const double> values) override;

  const std::map<std::string, double>& scalars() const { return scalars_; }
  const std::map<std::string, std::vector<double>>& vectors() const { return vectors_; }
  // Throws std::invalid_argument if a run would store more values of vectors than it may.
  void require_room(std::size_t values) const;

  void save(text::WireWriter& wire) const;
  void restore(text::WireReader& wire);

 private:
  void require_word(std::string_view name) const;
  // Throws unless there is room for the new name and no record of the other kind has it.
  void require_new(const std::string& name, bool is_taken, const char* other_kind) const;

  std::string sampler_;
  std::map<std::string, double> scalars_;
  std::map<std::string, std::vector<double>> vectors_;
};

}  // namespace skald::run
