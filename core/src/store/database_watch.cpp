#include "store/database_watch.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace skald::store {
namespace fs = std::filesystem;
namespace {

// Sizes in bytes, from the file format: https://www.sqlite.org/fileformat2.html, sections 1.3 and
// 4.1.
constexpr std::size_t kHeader = 100;
constexpr std::int64_t kJournalHeader = 32, kFrameHeader = 24;

std::uintmax_t size_of(const FileHandle& file) {
  struct stat status {};
  return ::fstat(file.descriptor(), &status) == 0 ? static_cast<std::uintmax_t>(status.st_size) : 0;
}

// The file's current name, if the system knows one.
std::optional<fs::path> name_of(const FileHandle& file) {
  std::error_code error;
  fs::path name = fs::read_symlink("/proc/self/fd/" + std::to_string(file.descriptor()), error);
  if (error || !file.has_name(name)) return std::nullopt;
  return name;
}

std::uint32_t big_endian(const std::string& bytes, std::size_t place) {
  std::uint32_t value = 0;
  for (std::size_t i = place; i < place + 4; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

// Whether the bytes begin a journal that has content. The last bit of its first word gives the byte
// order of its checksums.
bool is_journal_header(const std::string& bytes) {
  return bytes.size() >= 4 && (big_endian(bytes, 0) & ~1U) == 0x377f0682;
}

}  // namespace

fs::path journal_of(const fs::path& database) { return database.string() + "-wal"; }

DatabaseWatch::DatabaseWatch(const Connection& connection)
    : connection_(connection),
      database_(connection.file(), O_PATH),
      journal_(journal_of(connection.file()), O_PATH),
      last_(state()) {}

DatabaseWatch::State DatabaseWatch::state() const {
  return {size_of(database_), size_of(journal_),
          connection_.raw_bytes(Connection::Part::database, 0, kHeader)};
}

std::optional<Disturbance> DatabaseWatch::look(bool has_written) {
  State now = state();
  if (auto found = disturbance_of_place()) return found;
  if (now.size < last_.size) {
    return Disturbance{
        .kind = Disturbance::Kind::cut, .bytes_before = last_.size, .bytes = now.size};
  }
  if (auto found = disturbance_of_journal(now.journal_size)) return found;
  if (!has_written && now.header != last_.header && !is_from_journal(now.header)) {
    return Disturbance{.kind = Disturbance::Kind::overwritten};
  }
  last_ = std::move(now);
  return std::nullopt;
}

std::optional<Disturbance> DatabaseWatch::disturbance_of_place() const {
  if (database_.has_name(connection_.file())) return std::nullopt;
  Disturbance found{.kind = Disturbance::Kind::deleted};
  std::error_code error;
  found.is_replaced = fs::exists(fs::symlink_status(connection_.file(), error));
  if (const auto name = name_of(database_)) {
    found.kind = Disturbance::Kind::renamed;
    found.new_name = *name;
  }
  return found;
}

std::optional<Disturbance> DatabaseWatch::disturbance_of_journal(std::uintmax_t size) const {
  if (!journal_.is_there()) return std::nullopt;
  if (!has_journal_in_place()) {
    return Disturbance{.kind = Disturbance::Kind::journal_removed};
  }
  const bool is_whole =
      size >= last_.journal_size &&
      (size == 0 || is_journal_header(connection_.raw_bytes(Connection::Part::journal, 0, 4)));
  if (is_whole) return std::nullopt;
  return Disturbance{
      .kind = Disturbance::Kind::journal_cut, .bytes_before = last_.journal_size, .bytes = size};
}

bool DatabaseWatch::has_journal_in_place() const {
  return journal_.is_there() && journal_.has_name(journal_of(connection_.file()));
}

// Returns whether the header is that of a first page in the journal: then another program has made
// a checkpoint, which changes no content.
bool DatabaseWatch::is_from_journal(const std::string& header) const {
  using enum Connection::Part;
  const std::string start = connection_.raw_bytes(journal, 0, kJournalHeader);
  if (!is_journal_header(start) || start.size() < kJournalHeader) return false;
  const std::int64_t page_size = big_endian(start, 8);
  const auto end = static_cast<std::int64_t>(size_of(journal_));
  for (auto frame = kJournalHeader; frame < end; frame += kFrameHeader + page_size) {
    const std::string bytes = connection_.raw_bytes(journal, frame, kFrameHeader + kHeader);
    if (bytes.size() < kFrameHeader + kHeader) return false;
    if (big_endian(bytes, 0) == 1 && bytes.substr(kFrameHeader) == header) return true;
  }
  return false;
}

}  // namespace skald::store
