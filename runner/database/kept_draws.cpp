#include "database/kept_draws.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

#include "database/samples.hpp"
#include "engine/sample_file.hpp"
#include "files/regular_file.hpp"
#include "store/damage.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "text/number_text.hpp"
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

namespace {

namespace fs = std::filesystem;

// How many numbers of two arrays differ, and which is the first.
struct DifferingNumbers {
  std::int64_t all = 0, count = 0, first = 0;
  double then = 0, now = 0;
};

// Compares the numbers of two arrays of this shape bit for bit.
DifferingNumbers compare_numbers(const fs::path& then, const fs::path& now,
                                 const std::vector<std::int64_t>& shape) {
  std::ifstream a(then, std::ios::binary), b(now, std::ios::binary);
  const auto header = static_cast<std::streamoff>(npy_header(shape).size());
  a.seekg(header);
  b.seekg(header);
  std::vector<double> x(std::size_t{1} << 16), y(x.size());
  const auto bytes = static_cast<std::streamsize>(x.size() * sizeof(double));
  DifferingNumbers found;
  while (true) {
    a.read(reinterpret_cast<char*>(x.data()), bytes);
    b.read(reinterpret_cast<char*>(y.data()), bytes);
    const auto read = static_cast<std::size_t>(std::min(a.gcount(), b.gcount())) / sizeof(double);
    if (read == 0) return found;
    for (std::size_t i = 0; i < read; ++i, ++found.all) {
      if (std::memcmp(&x[i], &y[i], sizeof(double)) == 0) continue;
      if (found.count++ > 0) continue;
      found.first = found.all;
      found.then = x[i];
      found.now = y[i];
    }
  }
}

std::string place_of(std::int64_t number, const std::vector<std::int64_t>& shape) {
  const std::int64_t draws = shape.at(1), coordinates = shape.at(2);
  return fmt::format("chain {}, draw {}, coordinate {}", number / (draws * coordinates) + 1,
                     number / coordinates % draws + 1, number % coordinates + 1);
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  if (shape.size() != 3) return "an array of unknown shape";
  return fmt::format("{} of {} of {}", text::counted(shape[0], "chain"),
                     text::counted(shape[1], "draw"), text::counted(shape[2], "coordinate"));
}

// Says how the array beside the database differs from the new one.
std::string difference_of(const fs::path& stored, const fs::path& now,
                          const std::vector<std::int64_t>& shape) {
  const DifferingNumbers found = compare_numbers(stored, now, shape);
  if (found.count == 0) return stored.string() + " holds other bytes than the array now";
  return fmt::format("{} of {} differ, the first at {}: {} then, {} now", found.count,
                     text::counted(found.all, "number"), place_of(found.first, shape), found.then,
                     found.now);
}

}  // namespace

DrawsAgain compare_draws(const store::StoreReader& reader, const std::string& hash,
                         const fs::path& file, const std::string& samples) {
  const auto kept = stored_samples(reader, hash);
  if (!kept) return {};
  if (samples.empty()) return {"draws: kept then, none now", ""};
  const SampleArray &then = kept->array, now = described_array(samples);
  if (then.shape != now.shape) {
    return {fmt::format("draws: {} then, {} now", shape_text(then.shape), shape_text(now.shape)),
            ""};
  }
  const fs::path stored = file_of(reader, *kept);
  const bool is_there = fs::is_regular_file(stored);
  if (is_there && file_sha256(stored) != now.sha256) {
    return {"draws: " + difference_of(stored, file, now.shape), ""};
  }
  if (then.sha256 != now.sha256) {
    return {fmt::format("draws: SHA-256 {} then, {} now", then.sha256, now.sha256), ""};
  }
  if (is_there) return {};
  return {"", fmt::format("draws: those now have the SHA-256 of those then; {} is not there",
                          stored.string())};
}

}  // namespace skald
