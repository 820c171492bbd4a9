// Reads the draws that runs have kept beside a database.
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "report/chart/chart_request.hpp"
#include "store/store_reader.hpp"

namespace skald {

// All draws of one run that enter its averages.
class KeptDraws {
 public:
  // `values` holds chains x draws x dimension numbers, the last index varying fastest.
  KeptDraws(std::vector<double> values, const std::vector<std::int64_t>& shape)
      : values_(std::move(values)), chains_(shape[0]), draws_(shape[1]), dimension_(shape[2]) {}

  std::int64_t chains() const { return chains_; }
  std::int64_t draws() const { return draws_; }  // per chain
  std::int64_t dimension() const { return dimension_; }
  std::span<const double> values() const { return values_; }
  // Returns draws x chains of coefficient `place`, 0 <= place < dimension.
  Eigen::MatrixXd coefficient(std::int64_t place) const;

 private:
  std::vector<double> values_;
  std::int64_t chains_, draws_, dimension_;
};

// Returns how many numbers the run with this full hash has kept, as the database records it; 0 for
// none.
double kept_numbers(const store::StoreReader& reader, const std::string& hash);

// Returns the draws of the run with this full hash; nothing if it has kept none. Throws
// store::DamagedError if the file is not the one that the database records.
std::optional<KeptDraws> read_kept_draws(const store::StoreReader& reader, const std::string& hash);

// Throws UsageError that says what to do about a run that has kept no draws.
[[noreturn]] void refuse_without_draws(const std::string& hash);

// The draws, but throws as above if the run has kept none.
KeptDraws kept_draws(const store::StoreReader& reader, const std::string& hash);

// Returns two coordinates of all draws of a run, chain by chain. Throws as above, and UsageError if
// there is no such coordinate.
report::PlaneDraws kept_draws(const store::StoreReader& reader, std::int64_t run, std::size_t x,
                              std::size_t y);

// Compares the draws of a run that was done again with those that it left.

// What `rerun` has found out about draws.
struct DrawsAgain {
  std::string difference;  // "": bit for bit those that the database records
  std::string note;        // what could not be compared; "": nothing
};

// Compares the array that was made again, in `file`, and what SampleFile::finish() said of it, with
// what the database records of the run, and with the array beside the database. A run that kept no
// draws has neither difference nor note.
DrawsAgain compare_draws(const store::StoreReader& reader, const std::string& hash,
                         const std::filesystem::path& file, const std::string& samples);

}  // namespace skald
