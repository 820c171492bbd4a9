#include "options/kind.hpp"

#include "catch.hpp"

TEST_CASE("name_of knows every kind and no other") {
  CHECK(skald::name_of(skald::Kind::dataset) == "dataset");
  CHECK(skald::name_of(skald::Kind::partition) == "partition");
  CHECK(skald::name_of(skald::Kind::model) == "model");
  CHECK(skald::name_of(skald::Kind::sampler) == "sampler");
  CHECK(skald::name_of(skald::Kind::privacy) == "privacy");
  CHECK(skald::name_of(skald::Kind::metric) == "metric");
  CHECK(skald::name_of(static_cast<skald::Kind>(6)).empty());
  for (const skald::Kind kind : skald::kinds) CHECK_FALSE(skald::name_of(kind).empty());
}
