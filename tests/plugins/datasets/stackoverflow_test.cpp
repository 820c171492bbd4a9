// Data set stackoverflow on small files of the published form.
#include "client_files.hpp"
#include "data_files.hpp"
#include "shipped_plugin.hpp"

namespace skald::test::client_files {

TEST_CASE("stackoverflow makes bags of the most used words, and tags") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const auto [train, test] = write_posts(folder);
  // Users 10, then 9. Words are counted in the bodies alone: b by two users, then a, c, d.
  const Loaded loaded("stackoverflow", both(train, test, {{"vocabulary", 3}, {"tags", 2}}));
  CHECK(loaded.table.train == 3);
  CHECK(loaded.table.classes == 0);
  CHECK(loaded.table.target.empty());
  CHECK(loaded.group() == std::vector<std::int32_t>{0, 1, 1, 2, 1});
  CHECK(loaded.row(0) == std::vector<double>{1 / 4., 0, 1 / 4.});  // "b c e f": b, a, c
  CHECK(loaded.row(1) == std::vector<double>{1 / 3. + 1 / 3., 1 / 3., 0});
  CHECK(loaded.row(2) == std::vector<double>{1 / 3. + 1 / 3., 0, 0});
  CHECK(loaded.row(3) == std::vector<double>{0, .75, 0});  // "d a a a"
  CHECK(loaded.row(4) == std::vector<double>{0, 0, 0});    // no word at all
  CHECK(loaded.labels(0) == std::vector<double>{1, 0});    // x, y
  CHECK(loaded.labels(1) == std::vector<double>{1, 1});
  CHECK(loaded.labels(2) == std::vector<double>{0, 0});
  CHECK(loaded.labels(3) == std::vector<double>{1, 1});
  REQUIRE(loaded.table.private_inputs.size() == 1);
  CHECK(std::string(loaded.table.private_inputs[0].name) == "vocabulary");
  // Of user 10 alone.
  const Loaded one(
      "stackoverflow",
      both(train, test, {{"vocabulary", 2}, {"tags", 1}, {"clients", 1}, {"test_clients", 0}}));
  CHECK(one.table.rows() == 1);
  CHECK(one.row(0) == std::vector<double>{1 / 4., 1 / 4.});
  check_refused("stackoverflow", both(train, test),
                "train.h5: found 4 different words (option vocabulary); expected at least 10000");
}

TEST_CASE("stackoverflow takes the published counts") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const auto files = write_posts(folder);
  const std::string words = folder.write("w", "d 90\nc 80\na 95\n").string();
  const std::string tags = folder.write("t", R"({"z": 7, "x": 9, "y": 8})").string();
  const auto with = [&](const std::string& w, const std::string& t) {
    return both(files.first, files.second,
                {{"vocabulary", 2}, {"tags", 2}, {"word_count", w}, {"tag_count", t}});
  };
  const Loaded loaded("stackoverflow", with(words, tags));
  CHECK(loaded.row(3) == std::vector<double>{.75, .25});  // a, d
  CHECK(loaded.labels(3) == std::vector<double>{1, 1});
  CHECK(loaded.labels(0) == std::vector<double>{1, 0});
  const auto refused = [&](const std::string& text, const std::string& message) {
    check_refused("stackoverflow", with(folder.write("v", text).string(), tags), message);
    check_refused("stackoverflow", with(words, folder.write("v", "[]").string()),
                  "v: found text that is no JSON object; expected an object of tags");
  };
  refused("a 1\nb\n", "v, line 2: found 1 field, the last 'b'; expected a word and its count");
  refused("a 1\nb x\n", "v, line 2: found 2 fields, the last 'x'; expected a word and its count");
  refused("a 1\na 2\n", "v, line 2: found 'a' again; expected it once");
  refused("a 1\n", "v: found 1 different words (option vocabulary); expected at least 2");
  check_refused("stackoverflow", with(words, folder.write("u", R"({"a": -1})").string()),
                "u: found 'a' without a count");
}

TEST_CASE("stackoverflow makes a row of every next word") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  std::string train, test;
  {
    const Hdf5Writer a(folder / "train.h5"), b(folder / "test.h5");
    a.put("u", "tokens", Texts{"b b a q", "a"});
    b.put("u", "tokens", Texts{"", "a b b"});
    train = a.path();
    test = b.path();
  }
  // Two words: a 1, b 2 (one user each); other 3, begin 4, end 5.
  const Loaded loaded("stackoverflow",
                      both(train, test, {{"task", "next_word"}, {"vocabulary", 2}, {"length", 3}}));
  CHECK(loaded.table.classes == 6);
  CHECK(loaded.table.train == 5);
  CHECK(loaded.target() == std::vector<double>{2, 2, 1, 1, 5, 5, 1, 2, 2});
  CHECK(loaded.row(0) == std::vector<double>{0, 0, 4});
  CHECK(loaded.row(2) == std::vector<double>{4, 2, 2});
  CHECK(loaded.row(4) == std::vector<double>{0, 4, 1});
  CHECK(loaded.row(5) == std::vector<double>{0, 0, 4});
  CHECK(loaded.row(8) == std::vector<double>{4, 1, 2});
}

namespace {

const ShippedPlugin shipped_stackoverflow =
    ShippedPlugin(Kind::dataset, "stackoverflow")
        .conforms_on_files([](const TemporaryFolder& folder) {
          const auto [train, test] = write_posts(folder);
          return both(train, test, {{"vocabulary", 3}, {"tags", 2}});
        })
        .conforms_on_files([](const TemporaryFolder& folder) {
          const auto [train, test] = write_posts(folder);
          return both(train, test, {{"vocabulary", 3}, {"task", "next_word"}});
        });

}  // namespace
}  // namespace skald::test::client_files
