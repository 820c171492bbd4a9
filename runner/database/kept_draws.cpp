#include "database/kept_draws.hpp"

#include <fmt/core.h>

#include <cstring>
#include <utility>

#include "database/samples.hpp"
#include "engine/npy.hpp"
#include "engine/sample_file.hpp"
#include "files/regular_file.hpp"
#include "store/damage.hpp"
#include "system/exit_code.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

std::string hash_of(const store::StoreReader& reader, std::int64_t run) {
  return std::get<std::string>(
      reader.select("SELECT hash FROM runs WHERE id = ?", run).rows.at(0).at(0));
}

// Returns whether an array of this shape has so many bytes.
bool fits(const std::vector<std::int64_t>& shape, std::size_t bytes) {
  if (shape.size() != 3) return false;
  std::size_t numbers = 1;
  for (const std::int64_t length : shape) {
    if (length < 1 || numbers > bytes / static_cast<std::size_t>(length)) return false;
    numbers *= static_cast<std::size_t>(length);
  }
  return bytes == npy_header(shape).size() + numbers * sizeof(double);
}

std::vector<double> values_of(const Eigen::MatrixXd& draws) {
  return {draws.data(), draws.data() + draws.size()};
}

// Empty if there is no such file. A link could lead to any file, and a pipe has no end.
std::string read_bytes(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(file))) return "";
  return files::read_regular_file(file);
}

}  // namespace

Eigen::MatrixXd KeptDraws::coefficient(std::int64_t place) const {
  using Stride = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::Map<const Eigen::MatrixXd, 0, Stride>(values_.data() + place, draws_, chains_,
                                                      Stride(draws_ * dimension_, dimension_));
}

double kept_numbers(const store::StoreReader& reader, const std::string& hash) {
  const auto samples = stored_samples(reader, hash);
  if (!samples) return 0;
  double numbers = 1;
  for (const std::int64_t length : samples->array.shape) numbers *= static_cast<double>(length);
  return numbers;
}

std::optional<KeptDraws> read_kept_draws(const store::StoreReader& reader,
                                         const std::string& hash) {
  const auto samples = stored_samples(reader, hash);
  if (!samples) return std::nullopt;
  const std::vector<std::int64_t>& shape = samples->array.shape;
  const std::filesystem::path file = file_of(reader, *samples);
  const std::string bytes = read_bytes(file);
  if (!fits(shape, bytes.size()) || text::sha256(bytes) != samples->array.sha256) {
    throw store::DamagedError(file.string() +
                              ": not there, or not as the database records it; skald doctor says "
                              "more");
  }
  std::vector<double> values((bytes.size() - npy_header(shape).size()) / sizeof(double));
  std::memcpy(values.data(), bytes.data() + (bytes.size() - values.size() * sizeof(double)),
              values.size() * sizeof(double));
  return KeptDraws(std::move(values), shape);
}

void refuse_without_draws(const std::string& hash) {
  throw UsageError(fmt::format(
      "run {} has kept no draws; \"keep_samples\": true in the grid's \"run\" keeps those since "
      "burn_in, and makes another run",
      hash.substr(0, 12)));
}

KeptDraws kept_draws(const store::StoreReader& reader, const std::string& hash) {
  if (auto draws = read_kept_draws(reader, hash)) return *std::move(draws);
  refuse_without_draws(hash);
}

report::PlaneDraws kept_draws(const store::StoreReader& reader, std::int64_t run, std::size_t x,
                              std::size_t y) {
  const std::string hash = hash_of(reader, run);
  const KeptDraws draws = kept_draws(reader, hash);
  const auto dimension = static_cast<std::size_t>(draws.dimension());
  if (x >= dimension || y >= dimension) {
    throw UsageError(
        fmt::format("--coordinates {},{}: the draws of run {} have the coordinates 1 "
                    "to {}",
                    x + 1, y + 1, hash.substr(0, 12), dimension));
  }
  return {values_of(draws.coefficient(static_cast<std::int64_t>(x))),
          values_of(draws.coefficient(static_cast<std::int64_t>(y)))};
}

}  // namespace skald
