#include "options/kind.hpp"

#include "catch.hpp"

TEST_CASE("name_of knows every kind and no other") {
  CHECK(skald::options::name_of(skald::Kind::dataset) == "dataset");
  CHECK(skald::options::name_of(skald::Kind::partition) == "partition");
  CHECK(skald::options::name_of(skald::Kind::model) == "model");
  CHECK(skald::options::name_of(skald::Kind::sampler) == "sampler");
  CHECK(skald::options::name_of(skald::Kind::privacy) == "privacy");
  CHECK(skald::options::name_of(skald::Kind::metric) == "metric");
  CHECK(skald::options::name_of(static_cast<skald::Kind>(6)).empty());
  for (const skald::Kind kind : skald::options::kinds)
    CHECK_FALSE(skald::options::name_of(kind).empty());
}
