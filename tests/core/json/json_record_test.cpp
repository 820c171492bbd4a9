#include "json/json_record.hpp"

#include "test.hpp"

namespace json_record_test {

using namespace skald;

struct Size {
  int width = 0, height = 0;

  static auto fields(auto& size) {
    return std::tuple(text::Named{"width", size.width}, text::Named{"height", size.height});
  }
};

struct Sheet {
  std::string title;
  std::filesystem::path file;
  Size size;
  bool is_open = false;
  double scale = 1;
  std::vector<Size> tiles;
  std::vector<double> times;

  static auto fields(auto& sheet) {
    return std::tuple_cat(
        std::tuple(text::Named{"title", sheet.title}, text::Named{"file", sheet.file}),
        std::tie(sheet.size),
        std::tuple(text::Named{"open", sheet.is_open}, text::Named{"scale", sheet.scale},
                   text::Named{"tiles", sheet.tiles}, text::Named{"times", sheet.times}));
  }
  std::string fault() const { return size.width < 0 ? "a sheet has no width below 0" : ""; }
};

const Sheet kSheet{"a \"b\"", "/tmp/x", {3, 4}, true, 0.1, {{1, 2}, {5, 6}}, {0.5, 2}};
const char* const kText =
    R"({"title":"a \"b\"","file":"/tmp/x","width":3,"height":4,"open":true,"scale":0.1,)"
    R"("tiles":[{"width":1,"height":2},{"width":5,"height":6}],"times":[0.5,2]})";

Sheet read(const std::string& text) {
  Sheet sheet;
  json::read_record(json::read_json(text), sheet);
  return sheet;
}

std::string with(std::string text, const std::string& part, const std::string& other) {
  return text.replace(text.find(part), part.size(), other);
}

TEST_CASE("a record is written and read by its list of members, in its order") {
  CHECK(json::write_json(json::record_json(kSheet)) == kText);
  CHECK(json::write_json(json::record_json(read(kText))) == kText);
  CHECK(read(with(kText, R"("open")", R"("more": 1, "open")")).is_open);
  CHECK(std::isnan(read(with(kText, "0.1", "null")).scale));  // what infinities are written as
}

TEST_CASE("what is no such record is refused with its place") {
  CHECK_THROWS_WITH(read(with(kText, R"("open")", R"("opened")")),
                    R"(line 1, column 1: "open" is missing)");
  CHECK_THROWS_WITH(read(with(kText, R"("width":5)", R"("width":"5")")),
                    Catch::Contains(R"("width" must be a number, got "5")"));
  CHECK_THROWS_WITH(read(with(kText, R"("width":5)", R"("width":5e10)")),
                    Catch::Contains(R"("width" must be an integer from -2147483648 to)"));
  CHECK_THROWS_WITH(read(with(kText, "[0.5,2]", R"([0.5,"2"])")),
                    Catch::Contains(R"("times" must be a number, got "2")"));
  CHECK_THROWS_WITH(read(with(kText, "[0.5,2]", "3")),
                    Catch::Contains(R"("times" must be a list, got 3)"));
  CHECK_THROWS_WITH(read(with(kText, R"("width":3)", R"("width":-3)")),
                    "line 1, column 1: a sheet has no width below 0");
}

TEST_CASE("a file of records says its format and version first") {
  const std::string text = json::versioned_text("sheet", 2, kSheet);
  CHECK_THAT(text, Catch::StartsWith("{\n  \"sheet\": 2,\n  \"title\": "));
  CHECK(json::read_versioned<Sheet>(text, "sheet", 2).title == kSheet.title);
  CHECK_THROWS_WITH(json::read_versioned<Sheet>(text, "sheet", 1),
                    "it has version 2 of this format; this Skald reads 1");
  CHECK_THROWS_WITH(json::read_versioned<Sheet>(kText, "sheet", 1),
                    Catch::Contains("\"sheet\" is missing"));
}

}  // namespace json_record_test
