#include "run/recordings.hpp"

#include "test.hpp"

using namespace skald::run;

namespace {

std::string complaint_of(Recordings& recordings, const std::string& name) {
  try {
    recordings.record(name.c_str(), 1);
    return "";
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

}  // namespace

TEST_CASE("a name that the database would not take is refused where it is recorded") {
  Recordings recordings("fald");
  CHECK(complaint_of(recordings, std::string(192, 'x')).empty());
  CHECK(complaint_of(recordings, std::string(193, 'x')) ==
        "the sampler fald records \"" + std::string(40, 'x') +
            "...\", a name of 193 bytes, expected 192 at most; numbers of many items, such as "
            "clients, are one vector series: record_vector()");
  for (const char* name : {"", "Upper", "1st", "_x", "two words", "a\x1b", "\u00e4", "a\n"}) {
    CHECK_THAT(complaint_of(recordings, name), Catch::Contains("expected a snake_case word"));
  }
  CHECK(recordings.scalars().size() == 1);
}

TEST_CASE("two hundred names are taken, scalars and vectors together, and go on being recorded") {
  Recordings recordings("fald");
  for (int i = 0; i < 199; ++i) CHECK(complaint_of(recordings, "x" + std::to_string(i)).empty());
  recordings.record_vector("v", std::vector<double>{1, 2});
  CHECK_THAT(
      complaint_of(recordings, "y"),
      Catch::Contains("records \"y\" beside 200 other names") && Catch::Contains("record_vector"));
  recordings.record("x7", 3);
  recordings.record_vector("v", std::vector<double>{4});
  CHECK(recordings.scalars().at("x7") == 3);
  CHECK(recordings.vectors().at("v") == std::vector<double>{4});
}

TEST_CASE("a name is of one kind") {
  Recordings recordings("fald");
  recordings.record("a", 1);
  recordings.record_vector("b", std::vector<double>{1});
  CHECK_THROWS_AS(recordings.record_vector("a", std::vector<double>{1}), std::invalid_argument);
  CHECK_THROWS_AS(recordings.record("b", 1), std::invalid_argument);
}

TEST_CASE("recordings come back from a checkpoint") {
  Recordings recordings("fald"), back("fald");
  recordings.record("a", 0.1);
  recordings.record_vector("b", std::vector<double>{1, std::nan(""), -0.5});
  text::WireWriter wire;
  recordings.save(wire);
  const std::string bytes = wire.take();
  text::WireReader reader(bytes);
  back.restore(reader);
  CHECK(back.scalars() == recordings.scalars());
  REQUIRE(back.vectors().at("b").size() == 3);
  CHECK(std::isnan(back.vectors().at("b")[1]));
  CHECK(back.vectors().at("b")[2] == -0.5);
}
