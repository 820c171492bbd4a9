#include "system/whole_file.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

// Long enough to tell a JSON Schema, which says so at once, from a grid.
constexpr std::size_t kHead = 48;

std::string head_of(const fs::path& file) {
  std::string head(kHead, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head;
}

// Returns what tells one kind of file from another: the first word, such as "%PDF-1.5", without its
// version, or the first column of a table; of a script the line of its comment; of JSON, where the
// first word is a brace, all of the head.
std::string_view file_kind(std::string_view head) {
  head = head.substr(0, kHead);
  if (head.starts_with('{') || head.starts_with('[')) return head;
  if (head.starts_with('#')) return head.substr(0, head.find('\n'));
  return head.substr(0, head.find_first_of(" ,\n\r\t-"));
}

bool is_regular(const fs::path& file) {
  std::error_code none;
  return fs::is_regular_file(file, none);
}

void write_to(const fs::path& file, std::string_view bytes) {
  std::ofstream out(file, std::ios::binary);
  out << bytes;
  out.close();
  if (!out) throw std::runtime_error(file.string() + ": cannot be written");
}

}  // namespace

void require_replaceable(const fs::path& file, std::string_view beginning) {
  std::error_code none;
  if (fs::is_directory(file, none)) {
    throw UsageError(file.string() + ": is a folder, expected the name of a file");
  }
  if (!is_regular(file)) return;
  const std::string head = head_of(file);
  if (head.empty() || file_kind(head) == file_kind(beginning)) return;
  throw UsageError(fmt::format(
      "{}: is there already, and {} what is to be written; it stays as it is: name another file, "
      "or remove it first",
      file.string(),
      head.starts_with("SQLite format 3") ? "is a database, not" : "is of another kind than"));
}

void write_whole(const fs::path& file, std::string_view bytes) {
  require_replaceable(file, bytes);
  std::error_code none;
  const bool is_special = fs::exists(file, none) && !is_regular(file);
  if (is_special) return write_to(file, bytes);
  const fs::path place = is_regular(file) ? fs::canonical(file) : file;
  const fs::path fresh = fmt::format("{}.new-{}", place.string(), ::getpid());
  try {
    fs::remove(fresh, none);  // of a process that had this number and was killed; or a link
    write_to(fresh, bytes);
    fs::rename(fresh, place);
  } catch (const std::exception&) {
    fs::remove(fresh, none);
    throw std::runtime_error(file.string() + ": cannot be written");
  }
}

void write_and_tell(const fs::path& file, std::string_view bytes) {
  write_whole(file, bytes);
  print_error("written: {}\n", file.string());
}

}  // namespace skald
