#include "datasets/known_data.hpp"

#include <zip.h>

#include "http_server.hpp"
#include "skald_process.hpp"
#include "system/files.hpp"
#include "test.hpp"
#include "text/sha256.hpp"

namespace {

// A set of two files, a mirror that serves them, and an empty data folder.
struct Example {
  TemporaryFolder mirror, folder;
  std::string content = std::string(300000, 'a') + "end";
  std::string sum = text::sha256(content);
  std::array<data::KnownFile, 2> files{
      data::KnownFile{"small/a.bin", 300003, sum.c_str(), "", "", ""},
      data::KnownFile{"small/b.bin", 300003, sum.c_str(), "", "", ""}};
  data::KnownSet set{"small", "", "", files};
  std::vector<std::string> said;

  Example() {
    mirror.write("small/a.bin", content);
    mirror.write("small/b.bin", content);
  }
  void fetch_from(const std::string& place) {
    fetch(set, {folder.path(), place, [this](const std::string& line) { said.push_back(line); }});
  }
  std::filesystem::path file(const std::string& name) const { return folder / "small" / name; }
  void check_complete() const {
    CHECK(files_in(folder / "small") == std::vector<std::string>{"a.bin", "b.bin"});
    CHECK(files::read_regular_file(file("a.bin")) == content);
  }
};

}  // namespace

TEST_CASE("fetch copies a set from a folder, and what is there stays") {
  Example example;
  example.fetch_from(example.mirror.path().string());
  example.check_complete();
  const auto made = std::filesystem::last_write_time(example.file("a.bin"));
  example.fetch_from(example.mirror.path().string());
  CHECK(std::filesystem::last_write_time(example.file("a.bin")) == made);
  CHECK(example.said == std::vector<std::string>{"small/a.bin: fetched", "small/b.bin: fetched",
                                                 "small/a.bin: is there", "small/b.bin: is there"});
}

TEST_CASE("fetch brings a set from a server") {
  Example example;
  HttpServer server(example.mirror.path());
  example.fetch_from(server.address());
  example.check_complete();
}

TEST_CASE("an interrupted fetch leaves no file under its name, and goes on") {
  Example example;
  HttpServer server(example.mirror.path());
  server.breaks_after = 100000;
  CHECK_THROWS_WITH(example.fetch_from(server.address()), Catch::Contains("/small/a.bin: "));
  CHECK(files_in(example.folder / "small") == std::vector<std::string>{"a.bin.part"});
  CHECK(std::filesystem::file_size(example.file("a.bin.part")) == 100000);
  server.breaks_after = std::size_t(-1);
  server.knows_ranges = GENERATE(true, false);
  example.fetch_from(server.address());
  example.check_complete();
  CHECK(server.ranges == (server.knows_ranges ? 1 : 0));
}

TEST_CASE("a part of something else is thrown away") {
  Example example;
  HttpServer server(example.mirror.path());
  example.folder.write("small/a.bin.part", "another file");
  example.fetch_from(server.address());
  example.check_complete();
}

TEST_CASE("a file with a wrong sum is refused and not kept") {
  Example example;
  example.mirror.write("small/a.bin", "something else");
  CHECK_THROWS_WITH(example.fetch_from(example.mirror.path().string()),
                    Catch::Contains("small/a.bin: found SHA-256 " + text::sha256("something else") +
                                    "; expected " + example.sum));
  CHECK(files_in(example.folder / "small").empty());
}

TEST_CASE("a file that is nowhere is named") {
  Example example;
  HttpServer server(example.mirror.path());
  std::filesystem::remove(example.mirror / "small" / "b.bin");
  CHECK_THROWS_WITH(example.fetch_from(server.address()),
                    Catch::Contains("/small/b.bin: ") && Catch::Contains("404"));
  CHECK_FALSE(std::filesystem::exists(example.file("b.bin")));
  CHECK_THROWS_WITH(example.fetch_from("/nowhere"), Catch::Contains("/nowhere/small/b.bin"));
  CHECK_THROWS_WITH(
      example.fetch_from(""),
      Catch::Contains("small/b.bin: is not published as it is; bring it with --from"));
}

TEST_CASE("a damaged file is known by its sum and fetched again") {
  Example example;
  example.fetch_from(example.mirror.path().string());
  std::string damaged = example.content;
  damaged[7] = 'b';
  example.folder.write("small/a.bin", damaged);
  const text::Result<FileState> found = state_of(example.files[0], example.folder.path());
  REQUIRE_FALSE(found);
  CHECK_THAT(found.reason(), Catch::Contains("small/a.bin: found SHA-256 " + text::sha256(damaged) +
                                             "; expected " + example.sum));
  example.fetch_from(example.mirror.path().string());
  CHECK(*state_of(example.files[0], example.folder.path()) == FileState::right);
  example.folder.write("small/c", "another file");
  data::KnownFile other = example.files[0];
  other.name = "small/c.bin";  // not compressed, so that "small/c" does not stand for it
  CHECK(*state_of(other, example.folder.path()) == FileState::missing);
}

TEST_CASE("members of an archive are fetched by their sums") {
  // A tar archive in gzip with the member "top/x.txt", which holds the four bytes "tar\n".
  const unsigned char archive[] = {
      31,  139, 8,   0,   0,   0,   0,   0,   2,   3,   43,  201, 47, 208, 175, 208, 43,
      169, 40,  97,  160, 29,  48,  0,   2,   51,  19,  19,  48,  13, 4,   232, 52,  16,
      152, 32,  177, 65,  226, 230, 166, 166, 134, 12,  10,  6,   12, 116, 0,   165, 197,
      37,  137, 69,  64,  43,  25,  70,  38,  0,   122, 158, 139, 97, 20,  140, 130, 81,
      48,  10,  70,  193, 136, 3,   0,   206, 182, 127, 180, 0,   8,  0,   0};
  TemporaryFolder mirror, folder;
  mirror.write("set.tar.gz", {reinterpret_cast<const char*>(archive), sizeof archive});
  HttpServer server(mirror.path());
  const std::string address = server.address() + "/set.tar.gz", sum = text::sha256("tar\n");
  const std::string member = GENERATE("top/x.txt", "top/y.txt");
  const data::KnownFile file{"set/x.txt", 4, sum.c_str(), "", address.c_str(), member.c_str()};
  const data::KnownSet set{"set", "", "", {&file, 1}};
  const auto bring = [&] { fetch(set, {folder.path(), "", [](const std::string&) {}}); };
  if (member == "top/x.txt") {
    bring();
    CHECK(files::read_regular_file(folder / "set" / "x.txt") == "tar\n");
  } else {
    CHECK_THROWS_WITH(bring(), Catch::Contains("set.tar.gz, member top/y.txt: is not there"));
  }
  CHECK_FALSE(std::filesystem::exists(folder / "set.tar.gz"));
}

namespace {

// Writes a zip archive with these members, each of which holds `text`.
void write_zip(const std::filesystem::path& file, const std::vector<std::string>& members,
               const std::string& text) {
  zip_t* archive = zip_open(file.c_str(), ZIP_CREATE, nullptr);
  REQUIRE(archive != nullptr);
  for (const std::string& member : members) {
    zip_source_t* source = zip_source_buffer(archive, text.data(), text.size(), 0);
    REQUIRE(zip_file_add(archive, member.c_str(), source, ZIP_FL_OVERWRITE) >= 0);
  }
  REQUIRE(zip_close(archive) == 0);
}

// The archive of a set whose only file is a member of it, on a server.
struct ZipExample {
  TemporaryFolder mirror, folder;
  HttpServer server{mirror.path()};
  std::filesystem::path archive = mirror / "set.zip";
  std::string text = "letters " + std::string(5000, 'x') + text::sha256("noise");
  std::string sum = text::sha256(text), address = server.address() + "/set.zip";

  void bring() const {
    const data::KnownFile file{"set/a.gz", text.size(),     sum.c_str(),
                               "",         address.c_str(), "zip/a.gz"};
    fetch({"set", "", "", {&file, 1}}, {folder / "data", "", [](const std::string&) {}});
  }
  void check_refused(const std::string& message) const {
    CHECK_THROWS_WITH(bring(), Catch::Contains("set.zip, member zip/a.gz: " + message));
    CHECK(files_in(folder.path()) == std::vector<std::string>{"data"});
    CHECK(files_in(folder / "data").empty());
  }
  // Overwrites bytes of the archive, `behind` bytes after the n-th occurrence of `mark`.
  void overwrite(std::string_view mark, int n, std::size_t behind, std::string_view bytes) const {
    std::string content = files::read_regular_file(archive);
    std::size_t at = content.find(mark);
    for (; n > 1; --n) at = content.find(mark, at + 1);
    REQUIRE(at != std::string::npos);
    content.replace(at + behind, bytes.size(), bytes);
    mirror.write("set.zip", content);
  }
};

}  // namespace

TEST_CASE("members of a zip archive are fetched by their sums") {
  const ZipExample example;
  write_zip(example.archive, {"zip/b.gz", "zip/a.gz"}, example.text);
  example.bring();
  CHECK(files_in(example.folder / "data") == std::vector<std::string>{"set"});
  CHECK(files_in(example.folder / "data" / "set") == std::vector<std::string>{"a.gz"});
  CHECK(files::read_regular_file(example.folder / "data" / "set" / "a.gz") == example.text);
}

TEST_CASE("a zip archive that is not what it should be is refused, and nothing of it is kept") {
  const ZipExample example;
  SECTION("members of other names, some of which lead out of the folder") {
    write_zip(
        example.archive,
        {"../zip/a.gz", "/zip/a.gz", "../../evil", "zip/../zip/a.gz", "ZIP/A.GZ", "zip/a.gz/"},
        example.text);
    example.check_refused("holds no file zip/a.gz");
  }
  SECTION("no archive") {
    example.mirror.write("set.zip", "no archive");
    example.check_refused("cannot be read (");
  }
  SECTION("half an archive") {
    write_zip(example.archive, {"zip/a.gz"}, example.text);
    std::filesystem::resize_file(example.archive, std::filesystem::file_size(example.archive) / 2);
    example.check_refused("cannot be read (");
  }
  SECTION("another content") {
    std::string other = example.text;
    other[0] = 'L';
    write_zip(example.archive, {"zip/a.gz"}, other);
    CHECK_THROWS_WITH(example.bring(), Catch::Contains("found SHA-256 " + text::sha256(other) +
                                                       "; expected " + example.sum));
    CHECK(files_in(example.folder / "data").empty());
  }
  SECTION("bytes changed behind the member's header") {
    write_zip(example.archive, {"zip/a.gz"}, example.text);
    example.overwrite("zip/a.gz", 1, 20, "damage");
    example.check_refused("the compressed file in it is damaged");
  }
  SECTION("a wrong check sum") {
    write_zip(example.archive, {"zip/a.gz"}, example.text);
    example.overwrite("PK\x01\x02", 1, 16, "sums");
    example.check_refused("the compressed file in it is damaged");
  }
  SECTION("a size that nobody has memory for") {
    write_zip(example.archive, {"zip/a.gz"}, example.text);
    example.overwrite("PK\x01\x02", 1, 24, "\xfe\xff\xff\x7f");
    example.check_refused("holds a file of 2147483646 bytes; expected at most ");
  }
}

TEST_CASE("known sets: sums are sums, names are unique, addresses are safe") {
  std::vector<std::string> names;
  for (const data::KnownSet& set : data::known_sets()) {
    for (const data::KnownFile& file : set.files) {
      INFO(file.name);
      names.emplace_back(file.name);
      CHECK(std::string(file.name).starts_with(std::string(set.name) + "/"));
      CHECK(std::string(file.sha256).size() == 64);
      CHECK((*file.content_sha256 != '\0') == std::string(file.name).ends_with(".gz"));
      CHECK((*file.address == '\0' || std::string(file.address).starts_with("https://")));
      CHECK(file.size > 0);
    }
  }
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("skald data: list, info, verify and fetch") {
  const TemporaryFolder folder;
  folder.write("data/adult/a9a", "damaged");
  setenv("SKALD_DATA_DIR", (folder / "data").c_str(), 1);
  const auto skald = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"data"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run_skald(folder.path(), all);
  };
  const ProcessResult list = skald({"list", "--format", "csv"});
  CHECK(list.code == 0);
  CHECK_THAT(list.out, Catch::Contains("adult,4,1,") && Catch::Contains("mnist,4,0,"));
  const ProcessResult info = skald({"info", "mnist"});
  CHECK_THAT(info.out, Catch::Contains("440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f20"
                                       "3523609"));
  const ProcessResult verify = skald({"verify"});
  CHECK(verify.code == 3);
  CHECK_THAT(verify.err, Catch::Contains("adult/a9a: found SHA-256"));
  CHECK_THAT(verify.out, Catch::Contains("wrong"));
  const ProcessResult fetch = skald({"fetch", "mnist", "--from", "/nowhere"});
  CHECK(fetch.code == 3);
  CHECK_THAT(fetch.err, Catch::Contains("/nowhere/mnist/train-images-idx3-ubyte.gz"));
  const ProcessResult unknown = skald({"fetch", "mnits"});
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Catch::Contains("did you mean \"mnist\"?"));
  unsetenv("SKALD_DATA_DIR");
}

TEST_CASE("skald data partition draws a grid's partitions and writes them") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"json({"name": "skew", "seed": 1,
    "dataset": {"plugin": "titanic"}, "partition": {"plugin": "majority", "clients": 4},
    "model": {"plugin": "logistic"}, "sampler": {"plugin": "fedavg", "lr": 0.1},
    "run": {"iterations": 10}, "metrics": ["nll"], "axes": [{"partition.share": [0.8, 1]}]})json");
  const ProcessResult result =
      run_skald(folder.path(), {"data", "partition", "grid.json", "--write", "p.csv"});
  CHECK(result.code == 0);
  CHECK_THAT(result.out, Catch::Contains("4 clients, 1760 rows, sizes "));
  const std::string table = files::read_regular_file(folder / "p.csv");
  CHECK_THAT(table, Catch::StartsWith("client,rows,label_0,label_1\n0,"));
  CHECK(std::filesystem::exists(folder / "p-2.csv"));
  const ProcessResult drawn = run_skald(folder.path(), {"data", "partition", "grid.json"});
  CHECK(drawn.code == 0);
  if (drawn.err.find("apt install gnuplot-nox") != std::string::npos) {
    WARN("skipped: gnuplot is not there (apt install gnuplot-nox)");
    return;
  }
  CHECK_THAT(files::read_regular_file(folder / "skew-partition.svg"),
             Catch::Contains("<svg") && Catch::Contains("client (rows)"));
}
