#include "plugin_host/kind.hpp"

#include "catch.hpp"

TEST_CASE("kind_name knows every kind and no other") {
  CHECK(skald::kind_name(skald::Kind::dataset) == "dataset");
  CHECK(skald::kind_name(skald::Kind::partition) == "partition");
  CHECK(skald::kind_name(skald::Kind::model) == "model");
  CHECK(skald::kind_name(skald::Kind::sampler) == "sampler");
  CHECK(skald::kind_name(skald::Kind::privacy) == "privacy");
  CHECK(skald::kind_name(static_cast<skald::Kind>(5)).empty());
  for (const skald::Kind kind : skald::kinds) CHECK_FALSE(skald::kind_name(kind).empty());
}
