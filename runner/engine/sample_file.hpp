// A run's draws on disk, beside the results database.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "run/run_hooks.hpp"
#include "text/sha256.hpp"

namespace skald {

// NumPy's array files, format version 1.0 (NEP 1, "A simple file format for NumPy arrays").

// Returns what precedes the numbers of an array of little-endian doubles, whose last axis varies
// fastest.
std::string npy_header(std::span<const std::int64_t> shape);

// A file that one process at a time writes.

// An open file that this process alone writes, though not by itself: copies that a plugin makes of
// the process do not share the lock. Errors are std::system_error, with the file's name and a
// remedy.
class OwnFile {
 public:
  // Opens or creates the file. Throws with EAGAIN if another process has it.
  static OwnFile open(const std::filesystem::path& file);
  // Creates the file anew; one of that name is removed, not changed.
  static OwnFile create(const std::filesystem::path& file);
  OwnFile(OwnFile&& other) noexcept;
  OwnFile& operator=(OwnFile&&) = delete;
  // Releases the lock, as does any other descriptor of the file that this process closes.
  ~OwnFile();

  int descriptor() const { return descriptor_; }
  // Throws unless the file still has its name.
  void require_name() const;
  // Gives the file another name, in place of a file that has it. What refuses may pass, on a
  // network file system within seconds: this tries for about a second.
  void rename(const std::filesystem::path& name);

 private:
  OwnFile(std::filesystem::path file, int descriptor)
      : file_(std::move(file)), descriptor_(descriptor) {}
  bool has_name(const std::filesystem::path& name) const;

  std::filesystem::path file_;
  int descriptor_;
};

// Tells whether the same numbers were at the same places when they were written in one order and
// read in another: a sum of 64-bit hashes of (place, bits), which one wrong number leaves alone
// with probability 2^-64. It is no defence against somebody who chooses the numbers.
class DrawSum {
 public:
  // `bytes` holds doubles, the first of which is at `place`.
  void add(std::uint64_t place, std::string_view bytes) {
    for (; !bytes.empty(); bytes.remove_prefix(sizeof(double))) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, bytes.data(), sizeof bits);
      sum_ += mixed(bits ^ mixed(place++));
    }
  }
  bool operator==(const DrawSum&) const = default;

 private:
  // The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), a bijection.
  static std::uint64_t mixed(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::uint64_t sum_ = 0;
};

// Collects draws in <file>.draws and writes them as one array to <file>, which appears whole or not
// at all. Another array that is there makes way (see array_file()). <file>.draws remains until the
// run is in the database, since a checkpoint may need it. One process at a time writes it. Trouble
// with files is std::system_error: the run is not to blame.
class SampleFile final : public run::SampleSink {
 public:
  // `file` must end with .npy. Its folder is made when it is needed.
  explicit SampleFile(std::filesystem::path file) : file_(std::move(file)) {}
  void go_on_after(std::int64_t count, ConstBlock theta) override;
  void keep(std::int64_t index, ConstBlock theta) override;
  void flush() override;
  // Returns the state of the flushed draws, for a checkpoint: "BYTES DIGEST"; "" before the first
  // draw.
  std::string seal() const;
  // Whether the draws on disk begin with those that the seal describes.
  bool holds(const std::string& seal) const;
  // Writes the array, chains x draws x d doubles (.npy), and returns what the database records of
  // it: {"file": NAME, "shape": [C, n, d], "sha256": DIGEST}; "" if no draw was kept. Throws if it
  // cannot be written, or if the draws on disk are not those that were kept.
  std::string finish();

 private:
  std::filesystem::path draws_file() const { return file_.string() + ".draws"; }
  void write_out();
  std::string write_array(const OwnFile& array) const;

  std::filesystem::path file_;
  std::optional<OwnFile> draws_on_disk_;  // from the first draw on
  std::int64_t draws_ = 0;
  Index dimension_ = 0, chains_ = 0;
  std::string unwritten_;
  text::Sha256 written_;  // of all draws in the file
  DrawSum sum_;           // likewise
  std::uintmax_t bytes_ = 0;
};

// Name of the artifact that describes a run's samples.
inline constexpr const char* kSamplesArtifact = "samples";

// Returns <database>.samples.
std::filesystem::path sample_folder(const std::filesystem::path& database);
// Returns <database>.samples/<hash>.npy. Throws std::invalid_argument unless the hash is a
// text::FileWord.
std::filesystem::path sample_file(const std::filesystem::path& database, const std::string& hash);

// Returns where the array of a run lies that was stored under this hash and has this digest: in
// sample_file(), or in <hash>.<digest>.npy beside it if it had to make way for another array, as of
// a run that was done again with other results. Throws std::invalid_argument unless both are a
// text::FileWord.
std::filesystem::path array_file(const std::filesystem::path& database, const std::string& hash,
                                 const std::string& sha256);
// Returns the second of these places.
std::filesystem::path array_that_made_way(const std::filesystem::path& file,
                                          const std::string& sha256);

// Removes the files that collecting the draws of a run needed. The run must be in the database.
void remove_unfinished_samples(const std::filesystem::path& database, const std::string& hash);

}  // namespace skald
