#include "skald/sensitivity.hpp"

#include "test.hpp"

TEST_CASE("replacing a clipped contribution doubles the distance") {
  CHECK(Sensitivity::of_clipped_sum(0.5, Relation::add_remove).l2() == 0.5);
  CHECK(Sensitivity::of_clipped_sum(0.5, Relation::replace_one).l2() == 1.0);
  CHECK(Sensitivity::of_clipped_sum(0.5, Relation::zero_out).l2() == 0.5);
  CHECK(Sensitivity::of_distance(3, Relation::replace_one).l2() == 3);
  CHECK(Sensitivity::of_distance(3, Relation::replace_one).relation() == Relation::replace_one);
}

TEST_CASE("the L1 distance is what is known of it, or follows from the L2 distance") {
  const Sensitivity euclidean = Sensitivity::of_clipped_sum(2, Relation::add_remove);
  CHECK(euclidean.l1(9) == 6);
  CHECK(euclidean.l1(1) == 2);
  CHECK(euclidean.with_l1(3).l1(9) == 3);
  CHECK(euclidean.with_l1(3).l1(1) == 2);
  // What bounds the L1 distance bounds the L2 distance too.
  CHECK(euclidean.with_l1(0.5).l2() == 0.5);
}

TEST_CASE("a sensitivity scales with its message") {
  const Sensitivity mean =
      Sensitivity::of_clipped_sum(0.5, Relation::replace_one).with_l1(1).scaled(1.0 / 8);
  CHECK(mean.l2() == 0.125);
  CHECK(mean.l1(100) == 0.125);
  CHECK(mean.relation() == Relation::replace_one);
}

TEST_CASE("without a bound a sensitivity is infinite, what is no distance is refused") {
  const Sensitivity none = Sensitivity::unbounded(Relation::add_remove);
  CHECK_FALSE(none.bounded());
  CHECK_FALSE(none.scaled(0.1).bounded());
  CHECK(none.with_l1(2).bounded());
  CHECK_THROWS_AS(Sensitivity::of_clipped_sum(0, Relation::add_remove), std::invalid_argument);
  CHECK_THROWS_AS(Sensitivity::of_distance(-1, Relation::add_remove), std::invalid_argument);
  CHECK_THROWS_AS(Sensitivity::of_distance(1, Relation::add_remove).scaled(0),
                  std::invalid_argument);
  CHECK_THROWS_AS(Sensitivity::of_distance(1, Relation::add_remove).with_l1(0),
                  std::invalid_argument);
}
