#include <type_traits>

#include "datasets/data_digest.hpp"
#include "options/section.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"
#include "text/sha256.hpp"

namespace skald::data_digest_test {

TEST_CASE("files that the section run names are part of what a run reads, after those of plugins") {
  const TemporaryFolder folder;
  const std::string rows = folder.write("rows.csv", "a\n1\n");
  const std::string devices = folder.write("devices.csv", "client,step_seconds\n0,1\n");
  grid::Cell cell;
  for (const Kind kind : options::kSectionKinds) cell.choice(kind).kind = kind;
  cell.choice(Kind::dataset).plugin = "csv";
  cell.choice(Kind::dataset).options = {{"path", options::FilePath{"rows.csv", rows}}};
  cell.run = {{"chains", std::int64_t{1}},
              {"clients.devices", options::FilePath{"devices.csv", devices}}};
  const std::vector<CellFile> files = files_of(cell);
  REQUIRE(files.size() == 2);
  CHECK(files[0].option == "dataset.csv.path");
  CHECK(files[1].option == "run.clients.devices");
  const std::vector<DataDigest> digests = DataDigests().of(cell);
  REQUIRE(digests.size() == 2);
  CHECK(digests[1].told == text::sha256("client,step_seconds\n0,1\n"));
  CHECK(digests[1].content.for_worker() == digests[1].told);
}

namespace {

// A cell that reads this file, with a mechanism that claims something, or with none.
grid::Cell reading(const std::string& file, bool is_private,
                   const std::string& written = "rows.csv") {
  grid::Cell cell;
  for (const Kind kind : options::kSectionKinds) cell.choice(kind).kind = kind;
  cell.choice(Kind::dataset).plugin = "csv";
  cell.choice(Kind::dataset).options = {{"path", options::FilePath{written, file}}};
  if (is_private) cell.choice(Kind::privacy).options = {{"delta", 1e-5}};
  return cell;
}

// The owner's key is this file while it lives.
class KeyFile {
 public:
  explicit KeyFile(const std::filesystem::path& file) {
    ::setenv("SKALD_KEY_FILE", file.c_str(), 1);
  }
  ~KeyFile() { ::unsetenv("SKALD_KEY_FILE"); }
};

}  // namespace

TEST_CASE("who guesses a private file cannot test the guess without its owner's key") {
  const TemporaryFolder folder;
  const std::string rows = folder.write("rows.csv", "a\n1\n");
  const auto told = [&](const char* key, bool is_private) {
    const KeyFile own(folder.path() / key);
    return DataDigests().of(reading(rows, is_private)).at(0);
  };
  const std::string open = text::sha256("a\n1\n");
  CHECK(told("mine", false).told == open);
  CHECK(!std::filesystem::exists(folder.path() / "mine"));  // needed by nothing
  const DataDigest mine = told("mine", true);
  CHECK(mine.told.starts_with("keyed:"));
  CHECK(mine.told.find(open) == std::string::npos);
  CHECK(mine.content.for_worker() == open);
  CHECK(told("mine", true).told == mine.told);  // the same owner finds the run again
  CHECK(told("theirs", true).told != mine.told);
  static_assert(!std::is_convertible_v<ContentDigest, std::string>);
  static_assert(!std::is_convertible_v<ContentDigest, std::string_view>);
}

TEST_CASE("a file that one cell of a grid makes private is private in all of them") {
  const TemporaryFolder folder;
  const KeyFile own(folder.path() / "key");
  const std::string rows = folder.write("rows.csv", "a\n1\n");
  grid::Grid grid;
  grid.cells = {reading(rows, false), reading(rows, true)};
  DataDigests digests(grid);
  const std::string told = digests.of(grid.cells[0]).at(0).told;
  CHECK(told.starts_with("keyed:"));
  CHECK(told == digests.of(grid.cells[1]).at(0).told);
  // A run is done again with what is stored of it, without its grid.
  CHECK(DataDigests::as_stored(R"({"rows.csv": ")" + told + "\"}").of(grid.cells[0]).at(0).told ==
        told);
  CHECK(DataDigests::as_stored(R"({"rows.csv": "00"})").of(grid.cells[0]).at(0).told ==
        text::sha256("a\n1\n"));
}

TEST_CASE("an attack has owners who differ in their keys, or in what private files hold") {
  const TemporaryFolder folder;
  const std::string rows = folder.write("rows.csv", "a\n1\n");
  DataDigests digests;
  const auto told = [&](const char* key, const char* content) {
    digests.change_owner(key, content);
    return digests.of(reading(rows, true)).at(0).told;
  };
  const std::string mine = told("mine", "");
  CHECK(told("theirs", "") != mine);
  CHECK(told("mine", "a neighbour") != mine);
  CHECK(told("mine", "") == mine);
}

TEST_CASE("files of public data sets have the digests that everybody knows") {
  const TemporaryFolder folder;
  const KeyFile own(folder.path() / "key");
  const std::string rows = folder.write("images", "0");
  const auto told = [&](const std::string& written) {
    return DataDigests().of(reading(rows, true, written)).at(0).told;
  };
  CHECK(told("data:mnist/train-images-idx3-ubyte.gz") == text::sha256("0"));
  CHECK(told("data:mnist/mine.csv").starts_with("keyed:"));
  CHECK(told("data:mine.csv").starts_with("keyed:"));
}

TEST_CASE("the owner's key is a file that nobody else reads") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "new" / "key";
  const KeyFile own(file);
  const std::string key = owner_key();
  CHECK(key.size() == 64);
  CHECK(owner_key() == key);
  using std::filesystem::perms;
  CHECK(std::filesystem::status(file).permissions() == (perms::owner_read | perms::owner_write));
  std::filesystem::permissions(file, perms::group_read, std::filesystem::perm_options::add);
  CHECK_THROWS_WITH(owner_key(), Catch::Contains(file.string()) &&
                                     Catch::Contains("may be read by others than its owner"));
  folder.write("short", "abc\n");
  const KeyFile other(folder.path() / "short");
  std::filesystem::permissions(folder.path() / "short", perms::owner_read);
  CHECK_THROWS_WITH(owner_key(), Catch::Contains("holds something else than 64"));
}

TEST_CASE("a * stands for any text of a name of files") {
  const TemporaryFolder folder;
  for (const char* name : {"a_1.json", "a_.json", "a_2.jsonl", "b_1.json", "a_x_3.json"})
    folder.write(name, name);
  const auto found = [&](const std::string& pattern) {
    std::vector<std::string> names;
    for (const auto& file : files_at(folder.path() / pattern))
      names.push_back(file.filename().string());
    return names;
  };
  CHECK(found("a_*.json") == std::vector<std::string>{"a_.json", "a_1.json", "a_x_3.json"});
  CHECK(found("*_*_*.json") == std::vector<std::string>{"a_x_3.json"});
  CHECK(found("*x").empty());
}

}  // namespace skald::data_digest_test

namespace skald::owner_key_test {

TEST_CASE("the owner's key is where it is said to be, else in the folder of configurations") {
  std::map<std::string, std::string> kept;
  for (const char* name : {"SKALD_KEY_FILE", "XDG_CONFIG_HOME", "HOME"})
    if (const char* value = std::getenv(name)) kept[name] = value;
  const auto place = [](const char* key, const char* configuration, const char* home) {
    ::setenv("SKALD_KEY_FILE", key, 1);
    ::setenv("XDG_CONFIG_HOME", configuration, 1);
    ::setenv("HOME", home, 1);
    try {
      return owner_key_file().string();
    } catch (const std::runtime_error&) {
      return std::string("nowhere");
    }
  };
  CHECK(place("k", "/c", "/h") == "k");
  CHECK(place("", "/c", "/h") == "/c/skald/key");
  CHECK(place("", "relative", "/h") == "/h/.config/skald/key");
  CHECK(place("", "", "relative") == "nowhere");
  for (const char* name : {"SKALD_KEY_FILE", "XDG_CONFIG_HOME", "HOME"})
    kept.contains(name) ? ::setenv(name, kept[name].c_str(), 1) : ::unsetenv(name);
}

}  // namespace skald::owner_key_test
