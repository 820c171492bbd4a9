#include "verdict.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

#include "file_text.hpp"
#include "text/printable.hpp"

namespace skald::hostile {
namespace fs = std::filesystem;
namespace {

constexpr double kPatience = 10;  // seconds
constexpr std::int64_t kMostMemory = std::int64_t{1} << 30;

// What every program reads: libraries, and what the system says of itself. What the libraries read
// depends on the machine.
constexpr const char* kSystem[] = {"/usr/",
                                   "/lib/",
                                   "/lib64/",
                                   "/proc/",
                                   "/sys/",
                                   "/dev/null",
                                   "/memfd:skald-plugin",
                                   "/dev/urandom",
                                   "/dev/random",
                                   "/etc/localtime",
                                   "/etc/locale.alias",
                                   "/etc/nsswitch.conf",
                                   "/etc/passwd",
                                   "/etc/os-release",
                                   "/etc/ssl/openssl.cnf",
                                   "/etc/netconfig"};
constexpr const char* kSystemWrites[] = {"/dev/null", "/dev/tty"};

bool begins(const std::string& path, const std::string& with) { return path.starts_with(with); }

bool is_in(const fs::path& path, const fs::path& folder) {
  return path == folder || begins(path.string(), folder.string() + "/");
}

bool may_write(const fs::path& path, const Opening& opening, const Ground& ground) {
  if (is_in(path, ground.home)) return true;
  // By which a process has its own peak of memory counted anew.
  if (is_in(path, "/proc") && path.filename() == "clear_refs") return true;
  if (std::any_of(std::begin(kSystemWrites), std::end(kSystemWrites),
                  [&](const char* start) { return begins(path.string(), start); }))
    return true;
  return std::any_of(opening.writes.begin(), opening.writes.end(), [&](const std::string& name) {
    return begins(path.string(), (ground.folder / name).lexically_normal().string());
  });
}

// SQLite opens a write-ahead log for writing even where it only reads, and makes the log's index if
// that is lost.
bool may_open_log(const fs::path& path, const Ground& ground) {
  const std::string database = (ground.folder / Sample::kDatabase).string();
  return path == database + "-wal" || path == database + "-shm";
}

bool may_read(const fs::path& path, const Opening& opening, const Ground& ground) {
  for (const fs::path& folder : {ground.folder, ground.home, ground.build})
    if (is_in(path, folder)) return true;
  const auto is_start = [&](const std::string& start) { return begins(path.string(), start); };
  return std::any_of(std::begin(kSystem), std::end(kSystem), is_start) ||
         std::any_of(opening.reads.begin(), opening.reads.end(), is_start) ||
         std::find(ground.read_by_libraries.begin(), ground.read_by_libraries.end(), path) !=
             ground.read_by_libraries.end() ||
         path == ground.folder.parent_path() || path == "/" || path == ground.program.parent_path();
}

bool may_start(const fs::path& path, const Opening& opening, const Ground& ground) {
  return path == ground.program || path == "/proc/self/exe" ||
         std::find(opening.starts.begin(), opening.starts.end(), path.string()) !=
             opening.starts.end();
}

// Whoever asks who the user is.
bool may_connect(const std::string& address) {
  return address.find("/run/nscd/socket") != address.npos;
}

std::string fault_of(const Act& act, const Opening& opening, const Ground& ground) {
  const std::string path = text::printable_line(act.path.string());
  switch (act.deed) {
    case Deed::starts:
      return may_start(act.path, opening, ground) ? "" : "starts " + path;
    case Deed::reads:
      return may_read(act.path, opening, ground) ? "" : "opens " + path;
    case Deed::writes:
      return may_write(act.path, opening, ground) || may_open_log(act.path, ground)
                 ? ""
                 : "makes, changes or removes " + path;
    case Deed::connects:
      return may_connect(act.path.string()) ? "" : "connects to " + path;
  }
  return "";
}

bool has_control(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) {
    return (c < 32 && c != '\n' && c != '\t') || c == 127;
  });
}

// Empty if there is no such file of its own.
std::string written_to(const fs::path& file) {
  std::error_code none;
  return fs::is_regular_file(fs::symlink_status(file, none)) ? test::content(file) : "";
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

// A cell that a spreadsheet computes; numbers may begin with a sign.
bool has_formula(const std::string& csv) {
  char before = '\n';
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const bool begins_cell =
        before == '\n' || before == ',' || (before == '"' && i > 1 && csv[i - 2] == ',');
    if (begins_cell && (csv[i] == '=' || csv[i] == '@')) return true;
    before = csv[i];
  }
  return false;
}

bool has_html(const std::string& text) {
  return has(text, "<script>alert") || has(text, "<img src=x") || has(text, "<svg onload");
}

// Markdown takes \< for a character.
bool has_raw_html(const std::string& markdown) {
  for (std::size_t at = 0; (at = markdown.find('<', at)) != markdown.npos; ++at)
    if (at == 0 || markdown[at - 1] != '\\') return true;
  return false;
}

bool has_command(const std::string& latex) {
  return has(latex, "\\input{") || has(latex, "\\write18");
}

bool has_unquoted(const std::string& words) {
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find('\n', begin), words.size());
    const std::string word = words.substr(begin, words.substr(begin, end - begin).find('\t'));
    if (word.find_first_of("$`;|&<>()'\"\\ *?#~!") != word.npos) return true;
    begin = end + 1;
  }
  return false;
}

void judge_texts(const Opening& opening, const Observed& observed, const Ground& ground,
                 std::vector<std::string>& found) {
  if (has_control(observed.err)) found.push_back("prints control characters as an error");
  const bool is_for_programs =
      opening.written == Written::as_json || opening.written == Written::as_csv;
  if (!is_for_programs && has_control(observed.out)) found.push_back("prints control characters");
  if (opening.written == Written::as_latex && has_command(observed.out))
    found.push_back("prints commands of LaTeX");
  if (opening.written == Written::as_markdown && has_raw_html(observed.out))
    found.push_back("prints HTML");
  if (opening.written == Written::as_csv && has_formula(observed.out))
    found.push_back("prints formulas");
  if (opening.written == Written::as_words && has_unquoted(observed.out))
    found.push_back("offers what a shell does not take for words");
  if (!opening.page.empty() && has_html(written_to(ground.folder / opening.page)))
    found.push_back("writes a page with foreign HTML");
  if (!opening.latex.empty() && has_command(written_to(ground.folder / opening.latex)))
    found.push_back("writes a figure with foreign commands of LaTeX");
}

}  // namespace

std::vector<std::string> faults(const Opening& opening, const Observed& observed,
                                const Ground& ground) {
  std::set<std::string> deeds;
  for (const Act& act : observed.acts) deeds.insert(fault_of(act, opening, ground));
  deeds.erase("");
  std::vector<std::string> found(deeds.begin(), deeds.end());
  if (observed.is_too_slow) {
    found.push_back(fmt::format("takes longer than {} s", kPatience));
  } else if (observed.signal) {
    found.push_back(fmt::format("is ended by signal {}", *observed.signal));
  } else if (observed.code < 0 || observed.code > 5) {
    found.push_back(fmt::format("ends with code {}", observed.code));
  }
  if (observed.peak_bytes > kMostMemory)
    found.push_back(fmt::format("takes {} MiB of memory", observed.peak_bytes >> 20));
  judge_texts(opening, observed, ground, found);
  for (const auto& entry : fs::directory_iterator(ground.home / "tmp"))
    found.push_back("leaves " + entry.path().filename().string() + " among temporary files");
  return found;
}

}  // namespace skald::hostile
