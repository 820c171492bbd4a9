#include "datasets/data_digest.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "data/known_files.hpp"
#include "files/regular_file.hpp"
#include "json/json.hpp"
#include "options/option_value.hpp"
#include "system/files.hpp"
#include "text/nearest.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

// Whether the path is that of a known file, as fetched or unpacked, or of a folder of such files.
bool is_fetched(const std::string& path, const data::KnownSet& set) {
  return std::any_of(set.files.begin(), set.files.end(), [&](const data::KnownFile& file) {
    const std::string_view name = file.name;
    return name == path || name == path + ".gz" || name.starts_with(path + "/");
  });
}

// Returns the remedy for a path below the data folder, whose first part may be a set that can be
// fetched.
std::string remedy_below_data(const std::string& path) {
  const std::string word = path.substr(0, path.find('/'));
  if (const data::KnownSet* set = data::find_known_set(word)) {
    if (is_fetched(path, *set)) return "skald data fetch " + word + " brings it";
    return "the data set " + word + " has no such file: skald data info " + word +
           " names those that it has";
  }
  std::vector<std::string> names;
  for (const data::KnownSet& set : data::known_sets()) names.emplace_back(set.name);
  const auto meant = text::nearest(word, names);
  return "skald data fetch knows no data set " + word +
         (meant ? "; did you mean " + *meant + "?" : ": bring it there yourself");
}

std::string remedy(std::string_view written) {
  if (!written.starts_with(data::kDataPrefix)) return "paths are relative to the grid's folder";
  return remedy_below_data(std::string(written.substr(data::kDataPrefix.size()))) +
         ", and SKALD_DATA_DIR names the data folder";
}

constexpr std::string_view kKeyed = "keyed:";

bool is_pattern(const fs::path& place) {
  return place.filename().string().find('*') != std::string::npos && !fs::exists(place);
}

// Whether the name is that of the pattern, whose * stand for any text.
bool is_named(std::string_view name, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return name == pattern;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  pattern.remove_prefix(star + 1);
  for (std::size_t at = star; at <= name.size(); ++at)
    if (is_named(name.substr(at), pattern)) return true;
  return false;
}

// Whether that is a file of a public data set, whose digest is known to everybody.
bool is_public(const options::FilePath& path) {
  if (!path.written.starts_with(data::kDataPrefix)) return false;
  const std::string below = path.written.substr(std::string_view(data::kDataPrefix).size());
  const data::KnownSet* set = data::find_known_set(below.substr(0, below.find('/')));
  return set != nullptr && (set->name == below || is_fetched(below, *set));
}

}  // namespace

std::vector<CellFile> files_of(const grid::Cell& cell) {
  std::vector<CellFile> files;
  for (const grid::PluginChoice& choice : cell.all_plugins()) {
    const std::string owner =
        std::string(options::name_of(choice.kind)) + "." + choice.plugin + ".";
    for (const auto& [name, value] : choice.options) {
      if (const auto* path = std::get_if<options::FilePath>(&value))
        files.push_back({owner + name, *path});
    }
  }
  for (const auto& [name, value] : cell.run) {
    if (const auto* path = std::get_if<options::FilePath>(&value))
      files.push_back({"run." + name, *path});
  }
  return files;
}

fs::path place_of(const CellFile& file) {
  fs::path place = data::locate_data(file.path.resolved);
  if (fs::exists(place) || (is_pattern(place) && !files_at(place).empty())) return place;
  throw std::runtime_error(file.option + ": there is no file \"" + file.path.written +
                           "\" (looked for " + place.string() + "); " + remedy(file.path.written));
}

std::vector<fs::path> files_at(const fs::path& place) {
  std::vector<fs::path> files;
  if (is_pattern(place)) {
    std::error_code no_folder;
    for (const auto& entry : fs::directory_iterator(place.parent_path(), no_folder)) {
      const std::string name = entry.path().filename().string();
      if (entry.is_regular_file() && is_named(name, place.filename().string()))
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
  }
  if (!fs::is_directory(place)) return {place};
  for (const auto& entry : fs::recursive_directory_iterator(place)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string digest_of(const fs::path& place) {
  if (!fs::is_directory(place) && !is_pattern(place)) return file_sha256(place);
  const fs::path folder = is_pattern(place) ? place.parent_path() : place;
  std::string listing;
  for (const fs::path& file : files_at(place)) {
    listing += fs::relative(file, folder).string() + '\0' + file_sha256(file) + '\n';
  }
  return text::sha256(listing);
}

bool may_claim_privacy(const grid::Cell& cell) {
  return !cell.choice(Kind::privacy).options.empty();
}

DataDigests::DataDigests(const grid::Grid& grid) {
  for (const grid::Cell& cell : grid.cells) keep_private(cell);
}

DataDigests DataDigests::as_stored(std::string_view data_digests) {
  DataDigests digests;
  const json::JsonDocument document = json::parse_json(data_digests, "");
  for (const json::JsonMember& file : document.root.members) {
    if (file.value.text.starts_with(kKeyed)) digests.private_.insert(file.key);
  }
  return digests;
}

void DataDigests::keep_private(const grid::Cell& cell) {
  if (!may_claim_privacy(cell)) return;
  for (const CellFile& file : files_of(cell)) {
    if (!is_public(file.path)) private_.insert(file.path.written);
  }
}

void DataDigests::change_owner(std::string key, const std::string& content) {
  key_ = std::move(key);
  if (content != other_content_) known_.clear();
  other_content_ = content;
  for (Known& one : known_) one.keyed.clear();
}

DataDigests::Known& DataDigests::known(const CellFile& file) {
  for (Known& one : known_) {
    if (one.resolved == file.path.resolved) return one;
  }
  std::string sha256 = digest_of(place_of(file));
  if (!other_content_.empty() && private_.contains(file.path.written))
    sha256 = text::sha256(sha256 + other_content_);
  return known_.emplace_back(Known{file.path.resolved, std::move(sha256), ""});
}

std::string DataDigests::told(const CellFile& file) {
  Known& one = known(file);
  if (!private_.contains(file.path.written)) return one.sha256;
  if (key_.empty()) key_ = owner_key();
  if (one.keyed.empty()) one.keyed = std::string(kKeyed) + text::keyed_sha256(key_, one.sha256);
  return one.keyed;
}

std::vector<DataDigest> DataDigests::of(const grid::Cell& cell) {
  keep_private(cell);
  std::vector<DataDigest> digests;
  for (const CellFile& file : files_of(cell)) {
    std::string told = this->told(file);
    digests.push_back({file.path.written, std::move(told), ContentDigest(known(file).sha256)});
  }
  return digests;
}

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKeyBytes = 32;
constexpr const char* kKeyRemedy =
    " (it is the secret under which digests of private files are stored; SKALD_KEY_FILE names "
    "another file)";

[[noreturn]] void refuse_key(const fs::path& file, const std::string& why) {
  throw std::runtime_error("the key " + file.string() + " " + why + kKeyRemedy);
}

// Writes the file whole under another name first, and links it to its own, unless that has been
// taken meanwhile: then the key of whoever was first counts.
void make_key(const fs::path& file) {
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);
  std::string name = file.string() + ".XXXXXX";
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);  // of mode 0600
  if (descriptor < 0) refuse_key(file, std::string("cannot be made: ") + std::strerror(errno));
  const std::string key = text::random_hexadecimal(kKeyBytes) + "\n";
  const bool written =
      ::write(descriptor, key.data(), key.size()) == static_cast<ssize_t>(key.size()) &&
      ::fsync(descriptor) == 0;
  ::close(descriptor);
  const bool linked = written && (::link(name.c_str(), file.c_str()) == 0 || errno == EEXIST);
  const int error = errno;
  ::unlink(name.c_str());
  if (!linked) refuse_key(file, std::string("cannot be made: ") + std::strerror(error));
}

std::string read_key(const fs::path& file) {
  struct ::stat status {};
  if (::stat(file.c_str(), &status) != 0)
    refuse_key(file, std::string("cannot be read: ") + std::strerror(errno));
  if (!S_ISREG(status.st_mode)) refuse_key(file, "is no file");
  if ((status.st_mode & 077) != 0)
    refuse_key(file, "may be read by others than its owner: chmod 600 closes it");
  std::string key = files::read_regular_file(file);
  if (!key.empty() && key.back() == '\n') key.pop_back();
  const bool is_key =
      key.size() == 2 * kKeyBytes && key.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_key) refuse_key(file, "holds something else than 64 hexadecimal digits");
  return key;
}

}  // namespace

fs::path owner_key_file() {
  const char* given = std::getenv("SKALD_KEY_FILE");
  if (given != nullptr && *given != 0) return given;
  const char* configuration = std::getenv("XDG_CONFIG_HOME");
  if (configuration != nullptr && *configuration == '/')
    return fs::path(configuration) / "skald/key";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".config/skald/key";
  throw std::runtime_error(
      "there is no place for the key under which digests of private files are stored: neither "
      "SKALD_KEY_FILE nor XDG_CONFIG_HOME nor HOME is set; set one");
}

std::string owner_key() {
  const fs::path file = owner_key_file();
  if (!fs::exists(file)) make_key(file);
  return read_key(file);
}

}  // namespace skald
