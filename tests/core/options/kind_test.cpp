#include "options/kind.hpp"

#include "options/section.hpp"
#include "test.hpp"

TEST_CASE("name_of knows every kind and no other") {
  CHECK(options::name_of(Kind::dataset) == "dataset");
  CHECK(options::name_of(Kind::sampler) == "sampler");
  CHECK(options::name_of(Kind::metric) == "metric");
  CHECK(options::name_of(static_cast<Kind>(6)).empty());
  for (const Kind kind : options::kSectionKinds)
    CHECK(options::name_of(kind) == options::name_of(options::section_of(kind)));
}
