#include "datasets/label_picture.hpp"

#include "catch.hpp"

using namespace skald;

namespace {

LabelCounts example(std::vector<std::int64_t> tests = {}) {
  LabelCounts counts{problem::LabelHistogram(3, 2), std::move(tests)};
  counts.labels << 90, 10, 0, 7, 50, 50;
  return counts;
}

}  // namespace

TEST_CASE("labels are drawn by their share of the client's rows") {
  CHECK(text_picture(example()) ==
        "client   0  1       rows\n"
        "     0 |%%%...|      100\n"
        "     1 |   @@@|        7\n"
        "     2 |++++++|      100\n"
        "3 clients, 207 rows, sizes 7 to 100\n");
}

TEST_CASE("of many clients the first are drawn") {
  const std::string text = text_picture(example(), 1);
  CHECK(text.find("     1 |") == std::string::npos);
  CHECK(text.find("... and 2 further clients") != std::string::npos);
}

TEST_CASE("sizes are drawn where there are no labels") {
  problem::LabelHistogram sizes(2, 1);
  sizes << 10, 5;
  CHECK(text_picture({sizes, {}}) == "     0 |" + std::string(50, '#') + "|       10\n     1 |" +
                                         std::string(25, '#') + std::string(25, ' ') +
                                         "|        5\n2 clients, 15 rows, sizes 5 to 10\n");
}

TEST_CASE("test rows are shown where they belong to clients") {
  const LabelCounts counts = example({25, 0, 4});
  CHECK(text_picture(counts) ==
        "client   0  1       rows     test\n"
        "     0 |%%%...|      100       25\n"
        "     1 |   @@@|        7        0\n"
        "     2 |++++++|      100        4\n"
        "3 clients, 207 rows, sizes 7 to 100; 29 test rows, 0 to 25\n");
  CHECK(csv_text(counts) ==
        "client,rows,test_rows,label_0,label_1\n0,100,25,90,10\n1,7,0,0,7\n2,100,4,50,50\n");
  CHECK(svg_picture(counts).find(">100 + 25</text>") != std::string::npos);
}

TEST_CASE("the files hold every count") {
  CHECK(csv_text(example()) == "client,rows,label_0,label_1\n0,100,90,10\n1,7,0,7\n2,100,50,50\n");
  const std::string svg = svg_picture(example());
  CHECK(svg.find("rgb(25,25,25)\"><title>client 0, label 0: 90 rows") != std::string::npos);
}
